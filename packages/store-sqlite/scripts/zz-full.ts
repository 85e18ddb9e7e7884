import { createMemory, inMemoryStore } from "@kioku/core";
import { putOp, searchEntry, testRecord } from "@kioku/core/testing";
import { sqliteStore } from "@kioku/store-sqlite";
import { statSync, readdirSync, writeFileSync, statfsSync } from "node:fs";
const dir = process.argv[2] ?? "/tmp/d-tm"; const batch = Number(process.argv[3] ?? 1);
const filler = process.argv[4];
const path = `${dir}/a.db`;
const sizes = () => Object.fromEntries(readdirSync(dir).map(f=>[f,statSync(`${dir}/${f}`).size])) as any;
const store = sqliteStore({ path }); await store.open();
const values = (n:number)=> Float32Array.from({length:256},(_,i)=>Math.sin(n*7+i));
const put=(n:number)=>{const content=`text common${n%3} word${n} `+`filler${n} `.repeat(20); return putOp(testRecord(n,{content}),{search:searchEntry(content,[{space:{id:"s",dimensions:256},values:values(n)}])})};
let n=0; let err:any;
const max = filler ? Number(filler) : 1e6;
for(;n<max;n+=batch){ try{ await store.write(Array.from({length:batch},(_,i)=>put(n+i))); }catch(e){err=e;break;} }
if (filler) { const {bavail,bsize}=statfsSync(dir); try{writeFileSync(`${dir}/fill`, Buffer.alloc(bavail*bsize+100000));}catch(e:any){console.log("filled",e.code)} }
console.log("written",n,err?.message,err?.cause?.code, JSON.stringify(sizes()), statfsSync(dir).bavail*4096);
try{ await store.write([put(999999)]); console.log("one more works") }catch(e:any){console.log("one more refused",e.cause?.code)}
let deleted=0, refused=0, codes=new Set();
const {scope}=testRecord(1);
for(let i=0;i<n;i++){ const r=testRecord(i); try{ const [x]=await store.write([{op:"delete",scope:r.scope,id:r.id,at:r.updatedAt,purge:true}]); if(x?.applied) deleted++; }catch(e:any){refused++;codes.add(e.cause?.code); if(refused>5)break;} }
console.log("deleted",deleted,"refused",refused,[...codes], JSON.stringify(sizes()));
try{ await store.write([put(999998)]); console.log("write after deletes works") }catch(e:any){console.log("write after deletes refused",e.cause?.code)}
try{ await store.close(); console.log("close resolves")}catch(e:any){console.log("close rejects",e.message,e.cause?.code)}
console.log(JSON.stringify(sizes()));
const again=sqliteStore({path});
try{ await again.open(); console.log("reopened",(await again.stats()).records); console.log(await again.integrityCheck());}catch(e:any){console.log("reopen",e.message,e.cause?.code)}
try{ await again.close(); console.log("close 2 resolves")}catch(e:any){console.log("close 2 rejects",e.message,e.cause?.code)}
console.log(JSON.stringify(sizes()));
