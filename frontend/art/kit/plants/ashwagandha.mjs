import { at, dir, G, place, polar, rows, swell, taper } from '../geom.mjs';
import { berry } from './jamun.mjs';
import { ink, leaf, stem } from './parts.mjs';

/* A root with the wrinkles across it. */
function root(c, points, w) {
  const body = stem(c, points, w, 1.4, c.r ?? c.h);
  let out = body.svg;
  for (let i = 0; i < 15; i++) {
    const t = 0.03 + i * 0.06;
    const p = at(body.L, t);
    const [nx, ny] = polar(dir(body.L, t) + 90, 1);
    const h = w * (1 - t) * 0.42;
    const wrinkle = [
      [p[0] - h * nx, p[1] - h * ny],
      [p[0] + 1, p[1] + 3],
      [p[0] + h * 0.4 * nx, p[1] + h * 0.4 * ny],
    ];
    out += ink(c, wrinkle, swell(1.3, 0.2), 4);
  }
  return out;
}

/* A red berry in its papery lantern. */
function lantern(c, x, y, k, turn) {
  const husk = { ...c, a: c.k ?? '#D9C07A', b: c.m ?? '#B99A4C' };
  const sepals = [-52, 0, 52, 104, -104].map((q) =>
    G(leaf(husk, { L: 30, W: 20, veins: 1, hatch: 0, lw: 0.7 }), `rotate(${q}) translate(0 4)`),
  );
  const fruit = { ...c, f: c.y ?? c.f, g: c.z ?? c.g, h: '#F3B08A' };
  return place(
    sepals.join('') + G(berry(fruit, { rx: 14, ry: 14.5, cap: false }), 'translate(0 -4)'),
    x,
    y,
    turn,
    k,
  );
}

const ROOTS = [
  [rows('196,214 150,262 128,330 92,392'), 22],
  [rows('206,214 258,260 274,326 314,384'), 20],
  [rows('188,220 176,290 188,350 170,396'), 17],
  [rows('200,210 206,280 222,340 214,398'), 27],
];
const ROOTLETS = rows('150,268,104,296 132,322,160,372 262,272,300,300 276,322,246,370');
// x, y, turn, length, width
const LEAVES = rows(`
    200,196,-76,104,62 200,190,74,108,64 198,150,-48,118,66 202,146,50,116,66 199,104,-26,96,54
    203,102,28,94,54 201,64,2,70,42`);
// x, y, scale, turn
const LANTERNS = rows('172,178,0.95,-14 228,176,1,12 182,132,0.84,-8 220,128,0.82,10');

/** Ashwagandha: roots below, leaves and winter cherries above. */
export const ashwagandha = (c) =>
  ROOTS.map(([points, w]) => root(c, points, w)).join('') +
  ROOTLETS.map(([a, b, x, y]) =>
    ink(
      c,
      [
        [a, b],
        [(a + x) / 2 + 5, (b + y) / 2 - 8],
        [x, y],
      ],
      taper(3.4, 0.6),
    ),
  ).join('') +
  LEAVES.map(([x, y, turn, L, W], i) =>
    place(
      leaf(c, { L, W, a: 0.82, b: 0.95, veins: 6, hatch: 2, seed: 40 + i, bend: i % 2 ? -0.07 : 0.07 }),
      x,
      y,
      turn,
    ),
  ).join('') +
  stem(c, rows('200,222 197,150 202,96 201,58'), 10, 4).svg +
  LANTERNS.map(([x, y, k, turn]) => lantern(c, x, y, k, turn)).join('');
