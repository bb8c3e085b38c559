import { at, dense, G, P, place, rows, spline, taper } from '../geom.mjs';
import { cut, limb, tear } from './bark.mjs';
import { pinnate } from './neem.mjs';
import { ink, leaf } from './parts.mjs';

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

const TRUNK = rows('176,402 170,336 190,262 232,196 266,158 286,116');
const LOW = rows(`
    52,372,15,13,-76 104,358,17,15,70 80,350,15,19,6 122,380,14,12,96 78,382,14,11,82
    250,380,15,12,-88 292,352,16,20,-8 268,362,16,14,-70 324,370,17,14,76 296,386,15,11,92`);

// The leaves at the two crowns: points of the rib, scale.
// biome-ignore format: a table of points is read by its rows
const LEAVES = [
  [[[124, 128], [98, 86], [62, 62], [16, 60]], 0.8],
  [[[126, 124], [110, 78], [88, 40], [56, 10]], 0.78],
  [[[122, 134], [90, 132], [52, 144], [18, 176]], 0.76],
  [[[128, 122], [136, 80], [134, 40], [142, 2]], 0.74],
  [[[286, 122], [312, 80], [348, 58], [390, 60]], 0.8],
  [[[284, 118], [298, 74], [320, 36], [352, 8]], 0.78],
  [[[288, 128], [320, 128], [356, 142], [388, 174]], 0.76],
  [[[282, 116], [270, 76], [272, 38], [262, 0]], 0.74],
];

// biome-ignore format: as above
const RACEMES = [[[132, 122], [166, 96], [182, 66], [184, 34]], [[278, 118], [246, 96], [228, 66], [224, 34]]];

// biome-ignore format: as above
const BRANCH = [[202, 262], [176, 214], [144, 170], [124, 122]];

/** Shallaki: the tapped tree, golden tears on its bark and at its foot. */
export const shallaki = (c) =>
  LEAVES.map(([points, k]) => pinnate(c, points, 5, k, leaflet)).join('') +
  RACEMES.map((points) => raceme(c, points, 7)).join('') +
  limb(c, BRANCH, 36, 15, 4, [[0.5, -0.5, 9]]) +
  limb(c, TRUNK, 82, 15, 2, rows('0.1,-0.5,16 0.2,0.6,13 0.36,0.66,12 0.62,0.2,10')) +
  cut(c, 186, 262, 1, rows('-4,4,9,19 7,14,7,14')) +
  cut(c, 166, 330, 1.1, [[0, 2, 10, 22]]) +
  LOW.map(([x, y, rx, ry, turn], i) => place(tear(c, { rx, ry, seed: i + 2 }), x, y, turn)).join('');
