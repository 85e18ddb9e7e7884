/**
 * The six kinds of memory of MIRIX: core, episodic, semantic, procedural, resource, and a vault,
 * with their tools, managers and active retrieval.
 *
 * @module @kioku/mind/kinds
 */

export type { AbsorbOptions, AbsorbReport, ManagerReport } from "./api/managers.js";
export type { CoreBlock, FoundItem, KindContext, KindContextOptions } from "./api/memory-kinds.js";
export type { KindItem, KindSearch, KindSettings, KindsOptions } from "./api/memory-kinds.js";
export type { KindWriteOptions, MemoryKinds } from "./api/memory-kinds.js";
export type { RotateOptions, Vault, VaultCapability, VaultGrant } from "./api/vault.js";
export type { VaultOptions } from "./api/vault.js";
export type { EpisodicFields, GivenFields, ItemKind, MemoryKind } from "./model/kind-fields.js";
export type { ProceduralFields, ResourceFields, SemanticFields } from "./model/kind-fields.js";
export type { ShownFields, ShownVaultFields, VaultFields } from "./model/kind-fields.js";
export { createVault } from "./vault/create-vault.js";
export { defineKindTools, type KindToolsOptions } from "./tools/define-kind-tools.js";
export { createKinds } from "./view/create-kinds.js";
