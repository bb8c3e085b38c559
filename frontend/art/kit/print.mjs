// Block-print ornament: motifs, border strips, the cusped arch, the seal.
export { along, arch, archPoints } from './print/arch.mjs';
export { buta, petal, rosette, star, vegMark } from './print/motifs.mjs';
export { scallops, seal, sprout } from './print/seal.mjs';
export { strip } from './print/strip.mjs';
