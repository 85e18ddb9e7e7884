import type { Fact, NewFact } from "../model/fact.js";
import type { Change, RefusalReason } from "../model/operation.js";
import type { GateView } from "./gate-view.js";
import { newEvidence, uniteEvidence } from "./passages.js";
import { Sayings } from "./same-saying.js";

/** Collects the changes of a batch: one for each fact, and nothing that is said twice. */
export class ChangeCollector {
  readonly #view: GateView;
  /** Index of the change of each fact that has one, by id. */
  readonly #taken = new Map<string, number>();
  readonly #changes: Change[] = [];
  readonly #sayings = new Sayings();

  constructor(view: GateView) {
    this.#view = view;
  }

  get changes(): readonly Change[] {
    return this.#changes;
  }

  /** Takes a change, or merges it with what is there. Returns the reason if it cannot be taken. */
  push(change: Change): RefusalReason | undefined {
    if (change.change === "reinforce") return this.#reinforce(change.old, change.evidence);
    if (change.change === "retract") return this.#put(change, [change.old]);
    return this.#pushFact(change);
  }

  #pushFact(change: Extract<Change, { fact: NewFact }>): RefusalReason | undefined {
    const { fact } = change;
    const olds = change.change === "supersede" ? change.old : [];
    const isTarget = new Set(olds.map(({ id }) => id));
    const isEdit = olds.length > 1;
    const said = this.#view.batch.facts.find(
      (old) =>
        this.#view.facts.has(old.id) &&
        !(isEdit && isTarget.has(old.id)) &&
        this.#sayings.saysAllOf(fact, old),
    );
    if (said) return this.#reinforce(said, fact.evidence);
    if (olds.some(({ id }) => this.#taken.has(id))) return "target-taken";
    const at = this.#changes.findIndex(
      (other) => "fact" in other && this.#isSame(other.fact, fact),
    );
    const other = this.#changes[at];
    if (!other || !("fact" in other)) return this.#put(change, olds);
    const merged = this.#merge(other.fact, fact);
    const old = [...(other.change === "supersede" ? other.old : []), ...olds];
    this.#changes[at] =
      old.length === 0
        ? { change: "add", fact: merged }
        : { change: "supersede", fact: merged, old };
    for (const { id } of olds) this.#taken.set(id, at);
    return undefined;
  }

  #reinforce(old: Fact, evidence: readonly Fact["evidence"][number][]): RefusalReason | undefined {
    const at = this.#taken.get(old.id);
    const other = at === undefined ? undefined : this.#changes[at];
    const known = other?.change === "reinforce" ? other.evidence : [];
    const found = newEvidence(evidence, [...old.evidence, ...known]);
    // A source that is known already changes nothing.
    if (found.length === 0) return undefined;
    if (at === undefined) return this.#put({ change: "reinforce", old, evidence: found }, [old]);
    if (other?.change !== "reinforce") return "target-taken";
    this.#changes[at] = { ...other, evidence: [...known, ...found] };
    return undefined;
  }

  #put(change: Change, olds: readonly Fact[]): RefusalReason | undefined {
    if (olds.some(({ id }) => this.#taken.has(id))) return "target-taken";
    for (const { id } of olds) this.#taken.set(id, this.#changes.length);
    this.#changes.push(change);
    return undefined;
  }

  #isSame(first: NewFact, second: NewFact): boolean {
    return this.#sayings.saysAllOf(first, second) || this.#sayings.saysAllOf(second, first);
  }

  /** Unites the sources of two facts that say the same. One text stays; texts are never joined. */
  #merge(first: NewFact, second: NewFact): NewFact {
    const keepsFirst = this.#sayings.saysAllOf(second, first);
    const [kept, other] = keepsFirst ? [first, second] : [second, first];
    return {
      ...kept,
      evidence: uniteEvidence([kept.evidence, other.evidence]),
      importance: Math.max(kept.importance, other.importance),
    };
  }
}
