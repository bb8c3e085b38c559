// The studio: things on a table before a wall, photographed with one lamp. World: x right, y up, z to the camera.
import { hash, srgb, tone } from './render/maths.mjs';
import { bareSurface, dice, lighting, nearestOf, reset } from './studio/light.mjs';
import { gather, lightMap, lookUp } from './studio/lightmap.mjs';

export { powder, thali, wellOf } from './studio/brass.mjs';
export { carton } from './studio/carton.mjs';
export { cutOut, table, wall } from './studio/flat.mjs';
export { lampAt } from './studio/light.mjs';
export { standingPouch } from './studio/pouch.mjs';

// The light's grid is this much coarser than the picture.
const COARSE = 2.5;

const unit = (v) => {
  const m = Math.hypot(...v);
  return v.map((k) => k / m);
};
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/* Rays by share of the picture; `height` is what the camera sees of the world at its target, from edge to edge. */
function cameraOf({ eye, target, height }, aspect) {
  const back = eye.map((k, i) => k - target[i]);
  const distance = Math.hypot(...back);
  const ahead = unit(back.map((k) => -k));
  const right = unit(cross(ahead, [0, 1, 0]));
  const up = cross(right, ahead);
  const scale = height / distance;
  return (u, v, d) => {
    const a = (u - 0.5) * scale * aspect;
    const b = (0.5 - v) * scale;
    for (let i = 0; i < 3; i++) d[i] = ahead[i] + right[i] * a + up[i] * b;
    const m = Math.hypot(d[0], d[1], d[2]);
    for (let i = 0; i < 3; i++) d[i] /= m;
  };
}

// Glints are a little warm.
const GLINT = [1, 0.97, 0.92];

/* Adds one sample of a pixel to `sum`. */
function takeSample(sum, film, hit, s, p, d, u, v) {
  const { map, lights, light } = film;
  if (!lookUp(map, u, v, hit.index, s.n, hit.t, light)) {
    light.fill(0);
    for (let q = 0; q < 6; q++) gather(lights, s, p, d, light, 1 / 6);
  }
  const facing = Math.max(0, -(d[0] * s.n[0] + d[1] * s.n[1] + d[2] * s.n[2]));
  const shine = s.shine + (s.gloss ? (1 - facing) ** 4 * s.gloss : 0);
  for (let c = 0; c < 3; c++) sum[c] += s.ink[c] * light[c] + shine * GLINT[c];
}

/**
 * Photographs things. size: [w, h]; camera: {eye, target, height}; lamp: of lampAt; aa: samples along a pixel's side.
 * Gives {w, h, d, depth}.
 */
export function photograph({ size: [w, h], camera, things, lamp, aa = 2, exposure = 1, gobo, seed = 1 }) {
  const rnd = dice(seed);
  const ray = cameraOf(camera, w / h);
  const { eye } = camera;
  const lights = { ...lighting(things, lamp, rnd, gobo), colour: lamp.colour };
  const coarse = { w: Math.round(w / COARSE), h: Math.round(h / COARSE), n: 2 };
  const map = lightMap({ ...coarse, ray, eye, things, lights, rnd });
  const film = { map, lights, light: [0, 0, 0] };
  const picture = { w, h, d: new Uint8ClampedArray(w * h * 4), depth: new Float32Array(w * h) };
  const d = [0, 0, 0];
  const p = [0, 0, 0];
  const sum = [0, 0, 0];
  const hit = { t: 0, thing: null, index: -1 };
  const s = bareSurface();
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const k = y * w + x;
      sum.fill(0);
      for (let q = 0; q < aa * aa; q++) {
        const u = (x + ((q % aa) + rnd()) / aa) / w;
        const v = (y + (((q / aa) | 0) + rnd()) / aa) / h;
        ray(u, v, d);
        if (!nearestOf(things, eye, d, hit)) continue;
        for (let i = 0; i < 3; i++) p[i] = eye[i] + d[i] * hit.t;
        hit.thing.surface(p, d, reset(s));
        takeSample(sum, film, hit, s, p, d, u, v);
        picture.depth[k] = hit.t;
      }
      for (let c = 0; c < 3; c++) {
        const value = tone((sum[c] * exposure) / (aa * aa));
        picture.d[k * 4 + c] = srgb(value) + (hash(x, y, c) - 0.5) * 1.6;
      }
      picture.d[k * 4 + 3] = 255;
    }
  return picture;
}
