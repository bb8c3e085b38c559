import { arcPoints, brush, dense, P, place, rows, swell } from '../geom.mjs';
import { ink, leaf, pairs, plate, stem } from './parts.mjs';

/** A feathery twig: pairs of narrow leaflets along points. */
export function feather(c, points, n, k) {
  const twig = stem(c, points, 4, 1.6);
  const leaflets = pairs(twig.L, n, 0.05, 0.98, (i, side, [x, y], angle) => {
    const t = 0.05 + (0.93 * i) / n;
    const L = (34 - 14 * Math.abs(t - 0.45)) * k;
    return place(
      leaf(c, { L, W: 9.5 * k, a: 0.4, b: 0.45, veins: 0, hatch: 0, lw: 0.72, bend: side * 0.04 }),
      x,
      y,
      angle + side * 64,
    );
  });
  return leaflets + twig.svg;
}

/* Half a meridian of the fruit, k says how far from its middle (-1 to 1). */
const meridian = (R, k, from, to, ry, steps) =>
  dense(arcPoints(from, to, 1, 1, steps).map(([x, y]) => [R * k * x, R * ry * y]));

/** A round fruit with the faint ribs of a gooseberry. */
export function amlaFruit(c, R) {
  const ball = `M${-R} 0a${R} ${R * 0.93} 0 1 0 ${2 * R} 0a${R} ${R * 0.93} 0 1 0 ${-2 * R} 0`;
  const shade = `M${R * 0.2} ${-R * 0.9}A${R} ${R * 0.93} 0 0 1 ${R * 0.1} ${R * 0.92}A${R * 0.8} ${R} 0 0 0 ${R * 0.2} ${-R * 0.9}Z`;
  let out = plate(c, P(ball, c.f) + P(shade, c.g));
  out +=
    ink(c, arcPoints(90, 270, R, R * 0.93), swell(1.8, 1)) +
    ink(c, arcPoints(-90, 90, R, R * 0.93), swell(3.2, 1));
  for (const k of [-0.62, -0.02, 0.56]) out += ink(c, meridian(R, k, -84, 84, 0.9, 24), swell(1.8, 0.3));
  for (let i = 0; i < 8; i++)
    out += ink(c, meridian(R, 0.93 - i * 0.05, -50 + i * 4, 50 - i * 4, 0.92, 10), swell(1.1, 0.15));
  const gloss = [
    [-R * 0.66, -R * 0.42],
    [-R * 0.78, 0],
    [-R * 0.6, R * 0.36],
  ];
  out += plate(c, P(brush(gloss, swell(R * 0.13, 1)), c.h));
  return (
    out +
    ink(
      c,
      [
        [-5, -R * 0.86],
        [0, -R * 0.8],
        [6, -R * 0.87],
      ],
      2.4,
    )
  );
}

// x, y, radius, turn
const FRUITS = rows('150,214,52,-8 262,222,54,6 206,300,62,2 112,306,44,-12 300,312,46,12');

const stalk = (c, [x, y, R]) =>
  stem(
    c,
    [
      [212, 104],
      [(212 + x) / 2, (104 + y) / 2 - 24],
      [x, y - R * 0.84],
    ],
    4.4,
    3,
  ).svg;

/** Amla: four feathers of leaves and five gooseberries. */
export const amla = (c) =>
  feather(c, rows('210,60 150,96 92,150 44,226'), 19, 1) +
  feather(c, rows('214,62 272,92 328,148 362,216'), 19, 1) +
  feather(c, rows('206,44 150,34 90,44 36,82'), 16, 0.9) +
  feather(c, rows('218,44 272,28 330,34 376,66'), 16, 0.9) +
  stem(c, rows('212,0 208,50 214,110'), 9, 6).svg +
  FRUITS.map((fruit) => stalk(c, fruit)).join('') +
  FRUITS.map(([x, y, R, turn]) => place(amlaFruit(c, R), x, y, turn)).join('');
