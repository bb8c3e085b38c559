// A heap of powder: a ray-marched height field that shades itself.
import { blank, onShadow } from './image.mjs';
import { bell, clamp, fbm, hash, noise, smooth, srgb, tone } from './maths.mjs';

// Below every ray: a ray that finds no powder ends on the table instead of in a wall.
const NOTHING = -9;

/** Height of a heap of radius R and height Hh at (x,z). */
export function heapHeight(x, z, { R, Hh, seed }) {
  const r = Math.hypot(x, z * 1.02) / R;
  if (r > 1.35) return NOTHING;
  // Noise on a circle, so that the rim closes without a seam.
  const c = x / (r * R || 1);
  const s = z / (r * R || 1);
  const e = r * (1 + 0.09 * noise(c * 1.1 + seed, s * 1.1, 5) + 0.035 * noise(c * 3.4, s * 3.4 + seed, 9));
  if (e > 1) return noise(x / 2.6, z / 2.6, 8) > 0.62 + (e - 1) * 1.9 ? 2.4 * (1.3 - e) : NOTHING;
  const core = (1 - e) ** 1.25 * 0.86 + 0.14 * (1 - e * e);
  const crumbs =
    8 * fbm(x / 66 + seed, z / 66, 3, 3) + 2.2 * fbm(x / 15, z / 15, 13, 2) + noise(x / 2.6, z / 2.6, 21);
  return Hh * core * 1.12 * (1 - 0.1 * bell(e, 0.07)) + smooth(1, 0.86, e) * crumbs;
}

const SUN = (() => {
  const m = Math.hypot(0.55, 0.6, 0.42);
  return [-0.55 / m, 0.6 / m, 0.42 / m];
})();

const STEP = 3.2;

/* How deep the ray through (sx, sy) meets the heap, or null. */
function meet(height, sx, rayHeight, { R, Hh }) {
  for (let z = R * 1.3; z > -R * 1.3; z -= STEP) {
    const y = rayHeight(z);
    if (y < 0) return null;
    if (y > Hh * 1.2 || height(sx, z) < y) continue;
    let inside = z;
    let outside = z + STEP;
    for (let q = 0; q < 5; q++) {
      const middle = (inside + outside) / 2;
      if (height(sx, middle) >= rayHeight(middle)) inside = middle;
      else outside = middle;
    }
    return inside;
  }
  return null;
}

function normal(height, x, z) {
  const e = 1.2;
  const nx = clamp(-(height(x + e, z) - height(x - e, z)) / (2 * e), -2, 2);
  const nz = clamp(-(height(x, z + e) - height(x, z - e)) / (2 * e), -2, 2);
  const m = Math.hypot(nx, 1, nz);
  return [nx / m, 1 / m, nz / m];
}

function sunlight(height, x, y, z) {
  let seen = 1;
  for (let t = 4; t < 110 && seen > 0; t += 7) {
    const above = height(x + SUN[0] * t, z + SUN[2] * t) - (y + SUN[1] * t);
    if (above > 0) seen = Math.min(seen, clamp(1 - above / 8));
  }
  return seen;
}

/* Brightness of the grain at a point: light times how pale this grain happens to be. */
function brightness(height, x, z) {
  const n = normal(height, x, z);
  const facing = clamp(n[0] * SUN[0] + n[1] * SUN[1] + n[2] * SUN[2]);
  const lit = 0.26 + 0.22 * n[1] + 0.86 * facing * sunlight(height, x, height(x, z), z);
  return lit * (0.84 + 0.3 * hash((x * 1.5) | 0, (z * 1.5) | 0, 4) + 0.1 * noise(x / 3, z / 3, 6));
}

/** A heap of powder of a linear colour on nothing, as PNG bytes, W0 x H0 at scale S. */
export async function heap({
  color = [0.45, 0.42, 0.2],
  S = 1.5,
  W0 = 760,
  H0 = 430,
  seed = 3,
  R = 270,
  Hh = 150,
  tilt = 22,
  shadow = 0.5,
}) {
  const picture = blank(Math.round(W0 * S), Math.round(H0 * S));
  const cos = Math.cos((tilt * Math.PI) / 180);
  const sin = Math.sin((tilt * Math.PI) / 180);
  const base = H0 - 165;
  const height = (x, z) => heapHeight(x, z, { R, Hh, seed });
  for (let j = 0; j < picture.h; j++)
    for (let i = 0; i < picture.w; i++) {
      const sx = i / S - W0 / 2;
      const sy = base - j / S;
      if (Math.abs(sx) > R * 1.3) continue;
      const z = meet(height, sx, (depth) => (sy + depth * sin) / cos, { R, Hh });
      if (z === null) continue;
      const b = brightness(height, sx, z);
      const k = (j * picture.w + i) * 4;
      for (let c = 0; c < 3; c++) picture.d[k + c] = srgb(tone(color[c] * b * 1.12));
      picture.d[k + 3] = 255;
    }
  return onShadow(picture, S, [[W0 / 2 + 26, base + 10, R, R * 0.37, 13, shadow]]);
}
