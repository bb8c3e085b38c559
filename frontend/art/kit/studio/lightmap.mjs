// The light of a picture, found on a coarse grid and smoothed: light changes slowly, print does not.
import { bareSurface, nearestOf, reset } from './light.mjs';

const ROUNDS = [1, 2, 4];
const REACH = 2;
const KERNEL = Array.from({ length: 25 }, (_, i) => {
  const x = (i % 5) - 2;
  const y = Math.floor(i / 5) - 2;
  return Math.exp(-(x * x + y * y) * 0.22);
});

const blankMap = (w, h) => ({
  w,
  h,
  light: new Float32Array(w * h * 3),
  normal: new Float32Array(w * h * 3),
  depth: new Float32Array(w * h),
  thing: new Int8Array(w * h).fill(-1),
});

/** Light that falls on a surface s at p, seen along d: its colour is added to `out`. */
export function gather(lights, s, p, d, out, share) {
  const lift = [p[0] + s.n[0] * 0.0016, p[1] + s.n[1] * 0.0016, p[2] + s.n[2] * 0.0016];
  if (s.metal) {
    const m = lights.mirrored(lift, s.n, d, 0.07);
    for (let c = 0; c < 3; c++) out[c] += m[c] * share;
    return;
  }
  const lamp = lights.direct(lift, s.n);
  const around = lights.around(lift, s.n);
  for (let c = 0; c < 3; c++) out[c] += (lights.colour[c] * lamp + around[c]) * share;
}

/* How alike two surfaces are turned: 1 for the same, 0 from about 25 degrees on. */
export const alike = (facing) => (facing < 0.9 ? 0 : ((facing - 0.9) * 10) ** 2);

/* One round of smoothing with gaps of `step`; another thing, depth or slope does not mix in. */
function smoothOnce(map, step) {
  const { w, h, light, normal, depth, thing } = map;
  const out = new Float32Array(light.length);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const k = y * w + x;
      // The point itself always counts: on an edge it may be like none of its neighbours.
      let sum = 1;
      let r = light[k * 3];
      let g = light[k * 3 + 1];
      let b = light[k * 3 + 2];
      for (let q = 0; q < 25; q++) {
        const xx = x + ((q % 5) - REACH) * step;
        const yy = y + (((q / 5) | 0) - REACH) * step;
        if (q === 12 || xx < 0 || yy < 0 || xx >= w || yy >= h) continue;
        const o = yy * w + xx;
        if (thing[o] !== thing[k]) continue;
        const facing =
          normal[o * 3] * normal[k * 3] +
          normal[o * 3 + 1] * normal[k * 3 + 1] +
          normal[o * 3 + 2] * normal[k * 3 + 2];
        const apart = (depth[o] - depth[k]) / (0.03 * step);
        const weight = (alike(facing) * KERNEL[q]) / (1 + apart * apart);
        sum += weight;
        r += light[o * 3] * weight;
        g += light[o * 3 + 1] * weight;
        b += light[o * 3 + 2] * weight;
      }
      out[k * 3] = r / sum;
      out[k * 3 + 1] = g / sum;
      out[k * 3 + 2] = b / sum;
    }
  map.light = out;
}

/** The light of a picture on a grid of w x h, from n x n rays a cell. `ray(x, y, d)` aims at a share of the picture. */
export function lightMap({ w, h, n, ray, eye, things, lights, rnd }) {
  const map = blankMap(w, h);
  const d = [0, 0, 0];
  const hit = { t: 0, thing: null, index: -1 };
  const s = bareSurface();
  const light = [0, 0, 0];
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const k = y * w + x;
      let taken = 0;
      light.fill(0);
      for (let q = 0; q < n * n; q++) {
        ray((x + ((q % n) + rnd()) / n) / w, (y + (((q / n) | 0) + rnd()) / n) / h, d);
        // A cell belongs to the thing that is seen first in it.
        if (!nearestOf(things, eye, d, hit) || (taken && hit.index !== map.thing[k])) continue;
        const p = [eye[0] + d[0] * hit.t, eye[1] + d[1] * hit.t, eye[2] + d[2] * hit.t];
        hit.thing.surface(p, d, reset(s));
        gather(lights, s, p, d, light, 1);
        taken++;
        map.thing[k] = hit.index;
        map.depth[k] = hit.t;
        for (let c = 0; c < 3; c++) map.normal[k * 3 + c] += s.n[c];
      }
      for (let c = 0; c < 3 && taken; c++) {
        map.light[k * 3 + c] = light[c] / taken;
        map.normal[k * 3 + c] /= taken;
      }
    }
  for (const step of ROUNDS) smoothOnce(map, step);
  return map;
}

/* Adds up the light of the cells from `from` to `to` round (gx, gy), as far as they are alike. */
function average(map, gx, gy, from, to, index, n, depth, out) {
  const x0 = Math.floor(gx);
  const y0 = Math.floor(gy);
  const { w, h, thing, normal, light } = map;
  let sum = 0;
  out.fill(0);
  for (let y = Math.max(0, y0 + from); y <= Math.min(h - 1, y0 + to); y++)
    for (let x = Math.max(0, x0 + from); x <= Math.min(w - 1, x0 + to); x++) {
      const k = y * w + x;
      if (thing[k] !== index) continue;
      const facing = normal[k * 3] * n[0] + normal[k * 3 + 1] * n[1] + normal[k * 3 + 2] * n[2];
      const near = (to - Math.abs(gx - x)) * (to - Math.abs(gy - y));
      const apart = (map.depth[k] - depth) / 0.05;
      const weight = (near * (0.02 + alike(facing))) / (1 + apart * apart);
      sum += weight;
      for (let c = 0; c < 3; c++) out[c] += light[k * 3 + c] * weight;
    }
  for (let c = 0; c < 3; c++) out[c] /= sum || 1;
  return sum;
}

/** The light at a share (u,v) of the picture on thing `index` with normal n: false when the map knows none there. */
export function lookUp(map, u, v, index, n, depth, out) {
  const gx = u * map.w - 0.5;
  const gy = v * map.h - 0.5;
  return (
    average(map, gx, gy, 0, 1, index, n, depth, out) > 0.2 ||
    average(map, gx, gy, -1, 2, index, n, depth, out) > 1e-4
  );
}
