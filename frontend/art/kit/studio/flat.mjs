// Flat things: table, wall, and cut-out prints.
import { sample } from '../render/image.mjs';
import { noise } from '../render/maths.mjs';

/* The weave of cloth and the tooth of plaster: small tilts of the surface. */
const tilt = (n, x, y, scale, amount, a, b) => {
  n[a] += amount * noise(x * scale, y * scale * 1.1, 3);
  n[b] += amount * noise(x * scale * 1.1, y * scale, 5);
};

/** The table: the plane y = 0 with a picture over x from left to right and z from back to front. */
export function table({ image, left, right, back, front }) {
  return {
    nearest: (o, d) => (d[1] < -1e-6 ? -o[1] / d[1] : Infinity),
    surface(p, _d, s) {
      sample(image, (p[0] - left) / (right - left), (p[2] - back) / (front - back), s.ink);
      s.n[0] = 0;
      s.n[1] = 1;
      s.n[2] = 0;
      tilt(s.n, p[0], p[2], 300, 0.1, 0, 2);
      // Threads: warp and weft, seen as a change of brightness of a few per cent.
      const thread =
        1 + 0.05 * Math.sin(p[0] * 1100) * Math.sin(p[2] * 1100) + 0.05 * noise(p[0] * 210, p[2] * 40, 7);
      for (let c = 0; c < 3; c++) s.ink[c] *= thread;
    },
  };
}

/** The wall: the plane z = depth with a picture over x from left to right and y from bottom to top. */
export function wall({ image, depth, left, right, bottom, top }) {
  return {
    nearest: (o, d) => (d[2] < -1e-6 ? (depth - o[2]) / d[2] : Infinity),
    surface(p, _d, s) {
      sample(image, (p[0] - left) / (right - left), (top - p[1]) / (top - bottom), s.ink);
      s.n[0] = 0;
      s.n[1] = 0;
      s.n[2] = 1;
      tilt(s.n, p[0], p[1], 16, 0.05, 0, 1);
      const lime = 1 + 0.035 * noise(p[0] * 5, p[1] * 5, 8) + 0.03 * noise(p[0] * 90, p[1] * 90, 9);
      for (let c = 0; c < 3; c++) s.ink[c] *= lime;
    },
  };
}

const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

const length2 = (v) => v[0] * v[0] + v[1] * v[1] + v[2] * v[2];

/** A cut-out print: a picture with holes, its top left at `corner`, spanned by `across` and `down`. */
export function cutOut({ image, corner, across, down, bright = 1 }) {
  const n = cross(across, down);
  const m = Math.hypot(...n);
  for (let i = 0; i < 3; i++) n[i] /= m;
  const lu = length2(across);
  const lv = length2(down);
  let u = 0;
  let v = 0;
  const locate = (p) => {
    const q = [p[0] - corner[0], p[1] - corner[1], p[2] - corner[2]];
    u = (q[0] * across[0] + q[1] * across[1] + q[2] * across[2]) / lu;
    v = (q[0] * down[0] + q[1] * down[1] + q[2] * down[2]) / lv;
  };
  const opaque = () => {
    if (u < 0 || u >= 1 || v < 0 || v >= 1) return false;
    const k = (((v * image.h) | 0) * image.w + ((u * image.w) | 0)) * 4;
    return image.d[k + 3] > 110;
  };
  return {
    nearest(o, d) {
      const facing = d[0] * n[0] + d[1] * n[1] + d[2] * n[2];
      if (Math.abs(facing) < 1e-6) return Infinity;
      const t = ((corner[0] - o[0]) * n[0] + (corner[1] - o[1]) * n[1] + (corner[2] - o[2]) * n[2]) / facing;
      if (t < 1e-4) return Infinity;
      locate([o[0] + d[0] * t, o[1] + d[1] * t, o[2] + d[2] * t]);
      return opaque() ? t : Infinity;
    },
    surface(p, d, s) {
      locate(p);
      sample(image, u, v, s.ink);
      for (let c = 0; c < 3; c++) s.ink[c] *= bright;
      const away = d[0] * n[0] + d[1] * n[1] + d[2] * n[2] > 0 ? -1 : 1;
      for (let i = 0; i < 3; i++) s.n[i] = n[i] * away;
    },
  };
}
