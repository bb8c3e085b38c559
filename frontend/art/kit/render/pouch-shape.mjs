// The shape of a filled stand-up pouch seen from the front: outline and height of its face, in units of 1000 x 1360.
import { bell, clamp, fbm, hash, mix, noise, smooth } from './maths.mjs';

export const POUCH = { cx: 500, top: 84, height: 1130, half: 368 };

const halfWidth = (v) =>
  POUCH.half * (1 - 0.02 * bell(v - 0.2, 0.12) + 0.012 * bell(v - 0.66, 0.22) - 0.012 * smooth(0.93, 1, v));

/* Folds that run down from the seal, and the short ones in the corners of the gusset. */
function creasesOf(seed) {
  const r = (i) => hash(i, seed, 99);
  const creases = [];
  for (let i = 0; i < 13; i++) {
    const u0 = -0.92 + (1.84 * (i + 0.5 * r(i))) / 12;
    creases.push({
      u0,
      v0: 0.125,
      u1: u0 * 0.72 + 0.1 * (r(i + 20) - 0.5),
      v1: 0.25 + 0.2 * r(i + 40),
      depth: (r(i + 60) - 0.38) * 11,
      width: 0.018 + 0.026 * r(i + 80),
    });
  }
  for (const side of [-1, 1])
    for (let i = 0; i < 4; i++)
      creases.push({
        u0: side * 0.93,
        v0: 0.885 - 0.05 * i - 0.01 * r(i + 7),
        u1: side * (0.48 - 0.06 * i + 0.12 * r(i + 9 + side)),
        v1: 0.79 - 0.085 * i,
        depth: (i % 2 ? 7 : -6) * (1 - i * 0.12),
        width: 0.022 + 0.01 * r(i),
      });
  return creases;
}

/* Height of one crease: deepest where it starts, wider and shallower towards its end. */
function crease(u, v, c) {
  const dx = c.u1 - c.u0;
  const dy = (c.v1 - c.v0) * 3;
  const px = u - c.u0;
  const py = (v - c.v0) * 3;
  const t = clamp((px * dx + py * dy) / (dx * dx + dy * dy));
  const d2 = (px - dx * t) ** 2 + (py - dy * t) ** 2;
  const profile = Math.exp(-d2 / (c.width * c.width * (1 + 3 * t)));
  return c.depth * profile * (1 - t) ** 0.8 * smooth(0, 0.08, t + 0.04);
}

/** The line along which the bottom gusset is folded in. */
export const gusset = (u) => 0.987 - 0.105 * Math.abs(u) ** 2.6;

function bulge(u, v) {
  const across = Math.max(0, 1 - clamp(Math.abs(u) / 0.945) ** 2.35) ** 0.72;
  const along = 124 * smooth(0.085, 0.46, v) * (1 - 0.12 * smooth(0.7, 0.97, v));
  return along * across * mix(0.42, 1, smooth(gusset(u) + 0.012, gusset(u) - 0.075, v));
}

/* Ribs of the seals and the two ridges of the zip. */
function ribs(u, v, y) {
  const edge = Math.abs(u);
  let h = v < 0.068 ? 0.55 * Math.sin(v * POUCH.height * 1.05) : 0;
  h += 2.6 * (bell(v - 0.106, 0.0032) + bell(v - 0.1175, 0.0032)) * smooth(0.97, 0.93, edge);
  if (edge > 0.945) h += 0.35 * Math.sin(y * 0.9);
  return h;
}

/** A pouch: `uv(x, y)` gives the place on its face (u: -1 to 1, v: 0 to 1), `height` how far that stands out. */
export function pouchShape(seed) {
  const creases = creasesOf(seed);
  const uv = (x, y) => {
    const u0 = (x - POUCH.cx) / POUCH.half;
    const top = POUCH.top + 5 * Math.cos(u0 * 1.4 + 0.4) + 2.2 * noise(u0 * 2.2 + seed, 3, 5);
    const v = (y - top) / (POUCH.height + 30 * (1 - u0 * u0) - (top - POUCH.top));
    const wobble = 0.8 * noise(v * 26, seed, 3) + 2.4 * noise(v * 3.2, seed + (x > POUCH.cx ? 9 : 0), 4);
    return [(x - POUCH.cx) / (halfWidth(clamp(v)) + wobble), v];
  };
  const height = (x, y, u, v) => {
    let h = bulge(u, v);
    for (const c of creases) h += crease(u, v, c) * 1.15;
    const body = smooth(0.1, 0.2, v) * smooth(0.985, 0.9, Math.abs(u));
    const dents = 7.5 * fbm(x / 210 + seed, y / 260, 11, 3) + 2.1 * fbm(x / 62, y / 88 + seed, 17, 3);
    return h + body * dents + 0.22 * noise(x / 5.2, y / 5.2, 23) + ribs(u, v, y);
  };
  return { uv, height, coverage };
}

/* How much of a pixel of 1/S units the pouch covers: rounded corners, tear notches, hang hole. */
function coverage(x, u, v, S) {
  const edge = Math.abs(u);
  const y = v * POUCH.height;
  const soft = (inside) => clamp(inside * S + 0.5);
  let a = soft((1 - edge) * POUCH.half) * soft(y) * soft(POUCH.height - y);
  const bottom = [(edge - 1) * POUCH.half + 54, y - POUCH.height + 54];
  if (bottom[0] > 0 && bottom[1] > 0) a *= soft(54 - Math.hypot(...bottom));
  const top = [Math.abs(x - POUCH.cx) - (halfWidth(0) - 12), 12 - y];
  if (top[0] > 0 && top[1] > 0) a *= soft(12 - Math.hypot(...top));
  const notch = Math.abs(y - 104) - (11 - (1 - edge) * POUCH.half * 0.9);
  if (edge > 0.96 && notch < 0) a *= clamp(notch * S + 1);
  return a * soft(Math.hypot(x - POUCH.cx, y - 40) - 17);
}
