import {
  arcPoints,
  at,
  brush,
  dense,
  dir,
  G,
  offset,
  P,
  place,
  polar,
  poly,
  rng,
  spline,
  swell,
  taper,
} from '../geom.mjs';
import { pinnate } from './neem.mjs';
import { ink, leaf, plate } from './parts.mjs';

const leaflet = (c, L, side, seed) =>
  leaf(c, {
    L: L * 0.94,
    W: L * 0.4,
    a: 0.6,
    b: 0.62,
    serr: 5,
    veins: 4,
    hatch: 1,
    bend: side * 0.05,
    seed,
    lw: 0.78,
  });

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
  const shape = dense([...spline(curl, 8), ...spline(lip, 8).reverse()]);
  const [dx, dy] = polar(turn + 90, across * width * 0.5);
  const drawing =
    plate(c, P(poly(shape), '#D9B98C')) + ink(c, curl, swell(1.3, 0.4)) + ink(c, lip, swell(2.2, 0.4));
  return place(drawing, x + dx, y + dy, turn + 8 * across);
}

/* A limb with its bark: one side in shade, long cracks, peeling flakes. */
function limb(c, points, w0, w1, seed, flakes) {
  const r = rng(seed);
  const line = dense(spline(points, 18));
  const width = (t) => w0 + (w1 - w0) * t + 1.6 * Math.sin(t * 19 + seed);
  const edge = (k) => dense(offset(line, (t) => (width(t) / 2) * k));
  const [left, right, core] = [edge(-1), edge(1), edge(0.18)];
  let out = plate(
    c,
    P(poly([...left, ...[...right].reverse()]), c.y) + P(poly([...core, ...[...right].reverse()]), c.z),
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

/* The tapper's cut: a slit in the bark with the pale wood showing, and what runs from it. */
function cut(c, x, y, k, tears) {
  const slit = (side) => [
    [0, -30],
    [side * 8, -14],
    [side * 9, 8],
    [0, 26],
  ];
  const lips = dense([...spline(slit(-1), 8), ...spline(slit(1), 8).reverse()]);
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

const flower = (c, R) =>
  [0, 72, 144, 216, 288]
    .map((turn) =>
      G(
        leaf(
          { ...c, a: '#F3D9CF', b: '#D9A79C' },
          { L: R, W: R * 0.7, a: 0.7, b: 0.5, veins: 0, hatch: 0, lw: 0.6, bend: 0 },
        ),
        `rotate(${turn})`,
      ),
    )
    .join('') + P('M-2 0a2 2 0 1 0 4 0a2 2 0 1 0 -4 0', c.ink);

function raceme(c, points, n) {
  const line = dense(spline(points, 12));
  let out = ink(c, line, taper(2.4, 1));
  for (let i = 0; i < n; i++) {
    const [x, y] = at(line, 0.3 + (0.7 * i) / (n - 1));
    out += place(flower(c, 10 - i * 0.5), x + (i % 2 ? 5 : -5), y, i * 40);
  }
  return out;
}

const TRUNK = [
  [176, 402],
  [170, 336],
  [190, 262],
  [232, 196],
  [266, 158],
  [286, 116],
];
const LOW = [
  [52, 372, 15, 13, -76],
  [104, 358, 17, 15, 70],
  [80, 350, 15, 19, 6],
  [122, 380, 14, 12, 96],
  [78, 382, 14, 11, 82],
  [250, 380, 15, 12, -88],
  [292, 352, 16, 20, -8],
  [268, 362, 16, 14, -70],
  [324, 370, 17, 14, 76],
  [296, 386, 15, 11, 92],
];

/** Shallaki: the tapped tree, golden tears on its bark and at its foot. */
export const shallaki = (c) =>
  pinnate(
    c,
    [
      [124, 128],
      [98, 86],
      [62, 62],
      [16, 60],
    ],
    5,
    0.8,
    leaflet,
  ) +
  pinnate(
    c,
    [
      [126, 124],
      [110, 78],
      [88, 40],
      [56, 10],
    ],
    5,
    0.78,
    leaflet,
  ) +
  pinnate(
    c,
    [
      [122, 134],
      [90, 132],
      [52, 144],
      [18, 176],
    ],
    5,
    0.76,
    leaflet,
  ) +
  pinnate(
    c,
    [
      [128, 122],
      [136, 80],
      [134, 40],
      [142, 2],
    ],
    5,
    0.74,
    leaflet,
  ) +
  pinnate(
    c,
    [
      [286, 122],
      [312, 80],
      [348, 58],
      [390, 60],
    ],
    5,
    0.8,
    leaflet,
  ) +
  pinnate(
    c,
    [
      [284, 118],
      [298, 74],
      [320, 36],
      [352, 8],
    ],
    5,
    0.78,
    leaflet,
  ) +
  pinnate(
    c,
    [
      [288, 128],
      [320, 128],
      [356, 142],
      [388, 174],
    ],
    5,
    0.76,
    leaflet,
  ) +
  pinnate(
    c,
    [
      [282, 116],
      [270, 76],
      [272, 38],
      [262, 0],
    ],
    5,
    0.74,
    leaflet,
  ) +
  raceme(
    c,
    [
      [132, 122],
      [166, 96],
      [182, 66],
      [184, 34],
    ],
    7,
  ) +
  raceme(
    c,
    [
      [278, 118],
      [246, 96],
      [228, 66],
      [224, 34],
    ],
    7,
  ) +
  limb(
    c,
    [
      [202, 262],
      [176, 214],
      [144, 170],
      [124, 122],
    ],
    36,
    15,
    4,
    [[0.5, -0.5, 9]],
  ) +
  limb(c, TRUNK, 82, 15, 2, [
    [0.1, -0.5, 16],
    [0.2, 0.6, 13],
    [0.36, 0.66, 12],
    [0.62, 0.2, 10],
  ]) +
  cut(c, 186, 262, 1, [
    [-4, 4, 9, 19],
    [7, 14, 7, 14],
  ]) +
  cut(c, 166, 330, 1.1, [[0, 2, 10, 22]]) +
  LOW.map(([x, y, rx, ry, turn], i) => place(tear(c, { rx, ry, seed: i + 2 }), x, y, turn)).join('');
