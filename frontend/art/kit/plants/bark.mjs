// A tree's limb, its peeling bark, and the resin that runs from a cut in it.
import {
  arcPoints,
  at,
  brush,
  dense,
  dir,
  offset,
  P,
  place,
  polar,
  poly,
  rng,
  spline,
  swell,
} from '../geom.mjs';
import { ink, plate } from './parts.mjs';

/* Lenses of bark that peel off and curl: the mark of the tree. */
function flake(c, line, width, t, across, size) {
  const [x, y] = at(line, t);
  const turn = dir(line, t);
  const curl = [
    [-size, 0],
    [-size * 0.3, -size * 0.34],
    [size * 0.5, -size * 0.26],
    [size, 0.04 * size],
  ];
  const lip = [
    [-size, 0],
    [-size * 0.2, size * 0.16],
    [size * 0.6, size * 0.12],
    [size, 0.04 * size],
  ];
  const shape = dense([...spline(curl, 8), ...spline(lip, 8).toReversed()]);
  const [dx, dy] = polar(turn + 90, across * width * 0.5);
  const drawing =
    plate(c, P(poly(shape), '#D9B98C')) + ink(c, curl, swell(1.3, 0.4)) + ink(c, lip, swell(2.2, 0.4));
  return place(drawing, x + dx, y + dy, turn + 8 * across);
}

/** A limb with its bark: one side in shade, long cracks, peeling flakes. */
export function limb(c, points, w0, w1, seed, flakes) {
  const r = rng(seed);
  const line = dense(spline(points, 18));
  const width = (t) => w0 + (w1 - w0) * t + 1.6 * Math.sin(t * 19 + seed);
  const edge = (k) => dense(offset(line, (t) => (width(t) / 2) * k));
  const [left, right, core] = [edge(-1), edge(1), edge(0.18)];
  let out = plate(
    c,
    P(poly([...left, ...right.toReversed()]), c.y) + P(poly([...core, ...right.toReversed()]), c.z),
  );
  out += ink(c, left, 1.7) + ink(c, right, 3);
  for (let i = 0; i < w0 * 0.55; i++) {
    const t = 0.03 + 0.86 * r();
    const across = r() * 1.7 - 0.8;
    const crack = [0, 0.03, 0.06, 0.09].map((d, k) => {
      const p = at(line, Math.min(0.99, t + d));
      const [nx, ny] = polar(dir(line, t) + 90, (across * width(t)) / 2 + (k % 2 ? 1.4 : -0.8));
      return [p[0] + nx, p[1] + ny];
    });
    out += ink(c, crack, swell(across > 0.2 ? 1.9 : 1.3, 0.3), 5);
  }
  for (const [t, across, size] of flakes) out += flake(c, line, width(t), t, across, size);
  return out;
}

/** A tear of resin hanging from (0,0): pale gold, lit from the left. */
export function tear(c, { rx = 14, ry = 22, seed = 1 } = {}) {
  const r = rng(seed);
  const outline = [];
  for (let i = 0; i <= 48; i++) {
    const a = (i / 48) * 2 * Math.PI - Math.PI / 2;
    const narrow = 1 - 0.42 * Math.max(0, -Math.sin(a)) ** 1.6;
    const lump = 1 + 0.05 * Math.sin(a * 3 + seed) + 0.02 * r();
    outline.push([rx * Math.cos(a) * narrow * lump, ry + ry * Math.sin(a) * lump]);
  }
  const half = dense(outline.slice(0, 25));
  const other = dense(outline.slice(24));
  const shade = poly([
    ...outline.slice(2, 23),
    [rx * 0.16, ry * 1.72],
    [rx * 0.42, ry],
    [rx * 0.2, ry * 0.3],
  ]);
  const gloss = [
    [-rx * 0.42, ry * 0.62],
    [-rx * 0.58, ry],
    [-rx * 0.42, ry * 1.4],
  ];
  let out = plate(c, P(poly(outline), c.f) + P(shade, c.g) + P(brush(gloss, swell(rx * 0.26, 1)), c.h));
  out += ink(c, half, swell(2.6, 0.9)) + ink(c, other, swell(1.6, 0.9));
  for (const k of [0.84, 0.7, 0.56])
    out += ink(c, arcPoints(-38, 42, rx * k, ry * 0.8, 10, [0, ry]), swell(1.1, 0.2));
  return out;
}

const slit = (side) => [
  [0, -30],
  [side * 8, -14],
  [side * 9, 8],
  [0, 26],
];

/** The tapper's cut: a slit in the bark with the pale wood showing, and what runs from it. */
export function cut(c, x, y, k, tears) {
  const lips = dense([...spline(slit(-1), 8), ...spline(slit(1), 8).toReversed()]);
  const wound =
    plate(c, P(poly(lips), '#EBC690')) + ink(c, slit(-1), swell(3.4, 0.8)) + ink(c, slit(1), swell(1.6, 0.6));
  return place(
    wound + tears.map(([tx, ty, rx, ry]) => place(tear(c, { rx, ry, seed: rx }), tx, ty)).join(''),
    x,
    y,
    6,
    k,
  );
}
