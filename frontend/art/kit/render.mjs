// The lit things: flat print in, PNG bytes of a pouch, a carton or a heap of powder out.
export { box } from './render/box.mjs';
export { heap } from './render/heap.mjs';
export { pouch } from './render/pouch.mjs';
