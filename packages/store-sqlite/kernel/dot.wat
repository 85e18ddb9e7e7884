;; Dot products of one query with many rows of float32, 16 numbers a step, in four independent sums so that no
;; addition waits for the one before it.
(module
  (memory (export "memory") 1 65536)

  ;; Writes the dot product of the query with row 0 to $count - 1 to $out. All addresses are bytes; $stride, the
  ;; length of the query and of each row, is a multiple of 64 bytes; rows lie one after another.
  (func (export "dot")
    (param $query i32) (param $rows i32) (param $count i32) (param $stride i32) (param $out i32)
    (local $row i32) (local $column i32) (local $end i32) (local $outEnd i32)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $row (local.get $rows))
    (local.set $outEnd (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (block $done
      (loop $eachRow
        (br_if $done (i32.ge_u (local.get $out) (local.get $outEnd)))
        (local.set $column (local.get $query))
        (local.set $end (i32.add (local.get $query) (local.get $stride)))
        (local.set $a (v128.const f32x4 0 0 0 0))
        (local.set $b (v128.const f32x4 0 0 0 0))
        (local.set $c (v128.const f32x4 0 0 0 0))
        (local.set $d (v128.const f32x4 0 0 0 0))
        (loop $eachStep
          (local.set $a (f32x4.add (local.get $a)
            (f32x4.mul (v128.load (local.get $column)) (v128.load (local.get $row)))))
          (local.set $b (f32x4.add (local.get $b)
            (f32x4.mul (v128.load offset=16 (local.get $column)) (v128.load offset=16 (local.get $row)))))
          (local.set $c (f32x4.add (local.get $c)
            (f32x4.mul (v128.load offset=32 (local.get $column)) (v128.load offset=32 (local.get $row)))))
          (local.set $d (f32x4.add (local.get $d)
            (f32x4.mul (v128.load offset=48 (local.get $column)) (v128.load offset=48 (local.get $row)))))
          (local.set $row (i32.add (local.get $row) (i32.const 64)))
          (local.set $column (i32.add (local.get $column) (i32.const 64)))
          (br_if $eachStep (i32.lt_u (local.get $column) (local.get $end))))
        (local.set $a (f32x4.add
          (f32x4.add (local.get $a) (local.get $b))
          (f32x4.add (local.get $c) (local.get $d))))
        (f32.store (local.get $out)
          (f32.add
            (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
            (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (br $eachRow)))))
