import { arcPoints, brush, P, place, rows, swell } from '../geom.mjs';
import { ink, leaf, plate, stem } from './parts.mjs';

/** An oval berry round (0,0), lit from the left. */
export function berry(c, { rx = 24, ry = 34, cap = true } = {}) {
  const oval = `M${-rx} 0a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
  const shade = `M0 ${-ry}A${rx} ${ry} 0 0 1 0 ${ry}A${rx * 0.42} ${ry} 0 0 0 0 ${-ry}Z`;
  const gloss = [
    [-rx * 0.55, -ry * 0.48],
    [-rx * 0.7, 0],
    [-rx * 0.5, ry * 0.42],
  ];
  let out = plate(c, P(oval, c.f) + P(shade, c.g) + P(brush(gloss, swell(rx * 0.2, 1)), c.h));
  out +=
    ink(c, arcPoints(90, 270, rx, ry), swell(1.7, 0.9)) + ink(c, arcPoints(-90, 90, rx, ry), swell(3, 0.9));
  for (let i = 0; i < 9; i++) {
    const spread = 58 - i * 4.5;
    const line = arcPoints(-spread, spread, rx * (0.9 - i * 0.085), ry * 0.97, 14);
    out += ink(c, line, swell(1.5 - i * 0.12, 0.2));
  }
  if (cap)
    out += ink(
      c,
      [
        [-4, ry - 3],
        [0, ry - 6],
        [4, ry - 3],
      ],
      1.6,
    );
  return out;
}

// x, y, turn, length
const LEAVES = rows('204,40,62,150 202,60,-64,156 200,92,100,140 198,108,-104,146');
// x, y, turn
const BERRIES = rows(`
    150,214,10 252,210,-8 200,222,2 120,276,16 174,284,4 228,286,-3 284,272,-14 148,342,10 204,350,0
    258,340,-10`);

/** Jamun: a twig with four leaves and a bunch of plums. */
export const jamun = (c) =>
  LEAVES.map(([x, y, turn, L], i) =>
    place(
      leaf(c, { L, W: 58, a: 0.95, b: 1, veins: 11, seed: 20 + i, bend: i % 2 ? -0.1 : 0.1 }),
      x,
      y,
      turn,
    ),
  ).join('') +
  stem(c, rows('196,6 206,60 196,120 202,176'), 8, 4).svg +
  BERRIES.map(([x, y]) => {
    const elbow = [(200 + x) / 2 + (x - 200) * 0.22, (168 + y) / 2 - 16];
    return stem(c, [[200, 168], elbow, [x, y - 30]], 3, 2.4).svg;
  }).join('') +
  BERRIES.map(([x, y, turn], i) =>
    place(berry(c, { rx: 27 - (i % 3), ry: 36 - (i % 2) * 2 }), x, y, turn),
  ).join('');
