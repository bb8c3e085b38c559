// Numbers that every renderer needs: noise, smooth steps, and light counted linearly.

export const clamp = (x, a = 0, b = 1) => (x < a ? a : x > b ? b : x);
export const mix = (a, b, t) => a + (b - a) * t;

/** Smooth step from 0 at a to 1 at b (a may be the greater). */
export const smooth = (a, b, x) => {
  const t = clamp((x - a) / (b - a));
  return t * t * (3 - 2 * t);
};

/** A number in [0, 1) that belongs to a grid point. */
export const hash = (x, y, seed) => {
  let h = (x * 374761393 + y * 668265263 + seed * 2147483647) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
};

/** Value noise in [-1, 1]. */
export const noise = (x, y, seed = 1) => {
  const xi = Math.floor(x);
  const yi = Math.floor(y);
  const u = x - xi;
  const v = y - yi;
  const a = u * u * (3 - 2 * u);
  const b = v * v * (3 - 2 * v);
  const top = mix(hash(xi, yi, seed), hash(xi + 1, yi, seed), a);
  const bottom = mix(hash(xi, yi + 1, seed), hash(xi + 1, yi + 1, seed), a);
  return mix(top, bottom, b) * 2 - 1;
};

/** Noise in several octaves. */
export const fbm = (x, y, seed, octaves = 4) => {
  let sum = 0;
  let a = 0.5;
  for (let i = 0; i < octaves; i++) {
    sum += a * noise(x, y, seed + i);
    x *= 2.03;
    y *= 2.03;
    a *= 0.5;
  }
  return sum;
};

/** Bell curve: 1 at 0. */
export const bell = (x, width) => Math.exp(-((x / width) ** 2));

const linearOf = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);

/** Linear light of each sRGB byte. */
export const linear = Float32Array.from({ length: 256 }, (_, i) => linearOf(i / 255));

/** sRGB byte value (a fraction, for dithering) of linear light. */
export const srgb = (light) => {
  const c = clamp(light);
  return 255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
};

/** Film-like shoulder: what is brighter than 0.7 is pressed together instead of cut off. */
export const tone = (c) => (c < 0.7 ? c : 0.7 + (1 - Math.exp(-(c - 0.7) / 0.3)) * 0.3);

/** Linear light of a #rrggbb colour. */
export const light = (hex) => [1, 3, 5].map((i) => linear[Number.parseInt(hex.slice(i, i + 2), 16)]);
