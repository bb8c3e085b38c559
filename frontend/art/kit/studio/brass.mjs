// A brass plate turned on a lathe, and a heap of powder to lie on it.
import { heapHeight } from '../render/heap.mjs';
import { clamp, hash, light, mix, noise } from '../render/maths.mjs';
import { slab } from './frame.mjs';

// Section of the plate by its radius: well, rising wall, lip.
const SECTION = [
  [0, 0.03],
  [0.72, 0.03],
  [0.8, 0.045],
  [0.9, 0.14],
  [0.925, 0.165],
  [1, 0.175],
];
const THICK = 0.018;
// The section as segments: start, direction, square of the length.
const SEGMENTS = SECTION.slice(1).map(([bx, by], i) => {
  const [ax, ay] = SECTION[i];
  return { ax, ay, dx: bx - ax, dy: by - ay, l2: (bx - ax) ** 2 + (by - ay) ** 2 };
});
const BRASS = light('#E2AC4E');

function sectionDistance(r, y) {
  let best = Infinity;
  for (let i = 0; i < SEGMENTS.length; i++) {
    const g = SEGMENTS[i];
    const px = r - g.ax;
    const py = y - g.ay;
    const t = clamp((px * g.dx + py * g.dy) / g.l2);
    const ex = px - g.dx * t;
    const ey = py - g.dy * t;
    best = Math.min(best, ex * ex + ey * ey);
  }
  return Math.sqrt(best) - THICK;
}

/** Height of the well above the table, by the plate's radius. */
export const wellOf = (radius) => radius * (SECTION[0][1] + THICK);

/** A brass plate lying at (x, z). */
export function thali({ x, z, radius }) {
  const low = [x - radius * 1.03, 0, z - radius * 1.03];
  const high = [x + radius * 1.03, radius * 0.2, z + radius * 1.03];
  const span = [0, 0, 0];
  const distance = (px, py, pz) =>
    sectionDistance(Math.sqrt((px - x) ** 2 + (pz - z) ** 2) / radius, py / radius) * radius;
  return {
    nearest(o, d) {
      if (!slab(o, d, low, high, span)) return Infinity;
      let t = span[0];
      for (let i = 0; i < 70 && t < span[1]; i++) {
        const gap = distance(o[0] + d[0] * t, o[1] + d[1] * t, o[2] + d[2] * t);
        if (gap < 0.0004) return t;
        t += gap * 0.96;
      }
      return Infinity;
    },
    surface(p, _d, s) {
      const e = 0.0006;
      const r = Math.hypot(p[0] - x, p[2] - z) / radius;
      const out = (sectionDistance(r + e, p[1] / radius) - sectionDistance(r - e, p[1] / radius)) / (2 * e);
      const up = (sectionDistance(r, p[1] / radius + e) - sectionDistance(r, p[1] / radius - e)) / (2 * e);
      const k = out / (r * radius || 1);
      s.n[0] = (p[0] - x) * k;
      s.n[1] = up;
      s.n[2] = (p[2] - z) * k;
      // Beaten by hand: shallow dimples, and the turner's rings towards the middle.
      s.n[0] += 0.035 * noise(p[0] * 34, p[2] * 34, 4);
      s.n[2] += 0.035 * noise(p[0] * 34, p[2] * 34, 6);
      const ring = 0.02 * Math.sin(r * 150);
      s.n[0] += ((p[0] - x) / radius) * ring;
      s.n[2] += ((p[2] - z) / radius) * ring;
      const m = Math.hypot(s.n[0], s.n[1], s.n[2]);
      for (let i = 0; i < 3; i++) s.n[i] /= m;
      const worn = 0.92 + 0.08 * noise(p[0] * 60, p[2] * 9, 12);
      for (let c = 0; c < 3; c++) s.ink[c] = BRASS[c] * worn;
      s.metal = true;
    },
  };
}

const CELLS = 760;

/** A heap of powder of a linear colour at (x, y, z); spread and height in the world's units. */
export function powder({ x, y = 0, z, spread, height, color, seed = 3 }) {
  const form = { R: 270, Hh: 150, seed };
  const reach = 1.36 * form.R;
  const scale = spread / form.R;
  const rise = height / form.Hh;
  const grid = new Float32Array(CELLS * CELLS);
  for (let j = 0; j < CELLS; j++)
    for (let i = 0; i < CELLS; i++)
      grid[j * CELLS + i] =
        heapHeight((i / (CELLS - 1) - 0.5) * 2 * reach, (j / (CELLS - 1) - 0.5) * 2 * reach, form) * rise;
  const read = (px, pz) => {
    const gx = clamp((px - x) / scale / reach / 2 + 0.5) * (CELLS - 1.001);
    const gz = clamp((pz - z) / scale / reach / 2 + 0.5) * (CELLS - 1.001);
    const i = gx | 0;
    const j = gz | 0;
    const k = j * CELLS + i;
    const fx = gx - i;
    return y + mix(mix(grid[k], grid[k + 1], fx), mix(grid[k + CELLS], grid[k + CELLS + 1], fx), gz - j);
  };
  const r = reach * scale;
  const low = [x - r, y, z - r];
  const high = [x + r, y + height * 1.2, z + r];
  const span = [0, 0, 0];
  const step = spread / 46;
  const above = (o, d, t) => o[1] + d[1] * t - read(o[0] + d[0] * t, o[2] + d[2] * t);
  const closeIn = (o, d, a, b) => {
    for (let q = 0; q < 7; q++) {
      const m = (a + b) / 2;
      if (above(o, d, m) < 0) b = m;
      else a = m;
    }
    return a;
  };
  return {
    nearest(o, d) {
      if (!slab(o, d, low, high, span)) return Infinity;
      let t = span[0];
      let gap = above(o, d, t);
      while (t < span[1]) {
        // No slope is steeper than 45 degrees by much: far above the powder the ray may leap.
        const next = t + Math.max(step, Math.min(gap, height) * 0.55);
        gap = above(o, d, Math.min(next, span[1]));
        if (gap < 0) return closeIn(o, d, t, next);
        t = next;
      }
      return Infinity;
    },
    surface(p, _d, s) {
      const e = spread / 180;
      const nx = clamp(-(read(p[0] + e, p[2]) - read(p[0] - e, p[2])) / (2 * e), -1.6, 1.6);
      const nz = clamp(-(read(p[0], p[2] + e) - read(p[0], p[2] - e)) / (2 * e), -1.6, 1.6);
      const m = Math.hypot(nx, 1, nz);
      s.n[0] = nx / m;
      s.n[1] = 1 / m;
      s.n[2] = nz / m;
      // Every grain is a little paler or darker than its neighbour.
      const gx = ((p[0] - x) / scale) * 1.5;
      const gz = ((p[2] - z) / scale) * 1.5;
      const grain = 0.86 + 0.26 * hash(gx | 0, gz | 0, 4) + 0.1 * noise(gx / 4, gz / 4, 6);
      for (let c = 0; c < 3; c++) s.ink[c] = color[c] * grain;
    },
  };
}
