// Haritaki and bibhitaki, the two Terminalia fruits of triphala.
import { arcPoints, brush, dense, P, place, poly, rows, swell } from '../geom.mjs';
import { ink, leaf, plate, stem } from './parts.mjs';

const RIDGES = [-0.68, -0.26, 0.2, 0.6];

/* Half the width of the fruit at share t of its length; neck: how drawn out its two ends are. */
const girth = (rx, neck) => (t) => rx * Math.sin(Math.PI * t) ** neck;

/** A ridged fruit hanging from (0,0): oblong with ribs (haritaki) or nearly round (bibhitaki). */
export function ridgedFruit(c, { rx = 32, L = 104, neck = 0.62, ribs = RIDGES } = {}) {
  const half = girth(rx, neck);
  const side = (u) => Array.from({ length: 41 }, (_, i) => [half(i / 40) * u, (L * i) / 40]);
  const [left, right, core] = [side(-1), side(1), side(0.16)];
  const gloss = [0.24, 0.4, 0.56, 0.7].map((t) => [half(t) * -0.5, L * t]);
  let out = plate(
    c,
    P(poly([...left, ...right.toReversed()]), c.f) +
      P(poly([...core, ...right.toReversed()]), c.g) +
      P(brush(gloss, swell(rx * 0.17, 1)), c.h),
  );
  out += ink(c, dense(left), swell(1.9, 0.9)) + ink(c, dense(right), swell(3.1, 1));
  for (const u of ribs) out += ink(c, dense(side(u).slice(2, 39)), swell(u > 0 ? 2.2 : 1.7, 0.3));
  for (let i = 0; i < 20; i++) {
    const t = 0.14 + (0.74 * i) / 20;
    out += ink(
      c,
      [
        [half(t) * 0.74, L * t],
        [half(t) * 0.96, L * t + 3],
      ],
      (q) => 0.3 + 0.9 * q,
      3,
    );
    if (i % 2)
      out += ink(
        c,
        [
          [half(t) * 0.26, L * t],
          [half(t) * 0.46, L * t + 2],
        ],
        swell(1, 0.2),
        3,
      );
  }
  return out + ink(c, arcPoints(20, 160, 6, 4, 8, [0, -2]), 2.2);
}

const broad = (c, L, W, seed, bend) => leaf(c, { L, W, a: 0.72, b: 0.8, veins: 8, hatch: 2, seed, bend });
const spoon = (c, L, W, seed, bend) => leaf(c, { L, W, a: 1.1, b: 0.62, veins: 7, hatch: 2, seed, bend });

/** Haritaki: ribbed yellow-brown fruits under two pairs of leaves. */
export const haritaki = (c) =>
  place(broad(c, 150, 74, 3, 0.12), 204, 84, 62) +
  place(broad(c, 150, 74, 4, -0.12), 196, 84, -62) +
  place(broad(c, 150, 78, 5, 0.1), 202, 108, 104) +
  place(broad(c, 150, 78, 6, -0.1), 198, 108, -104) +
  place(broad(c, 92, 54, 7, 0.06), 200, 74, 4) +
  stem(c, rows('200,60 202,110 200,156'), 8, 5).svg +
  stem(c, rows('200,150 168,168 146,196'), 4, 3.4).svg +
  stem(c, rows('201,150 234,168 256,196'), 4, 3.4).svg +
  place(ridgedFruit(c, { rx: 40, L: 134 }), 146, 194, 10) +
  place(ridgedFruit(c, { rx: 40, L: 134 }), 258, 194, -10) +
  place(ridgedFruit(c, { rx: 43, L: 146 }), 201, 214, 0) +
  stem(c, rows('200,150 202,184 201,216'), 4.4, 3.6).svg;

/** Bibhitaki: round velvet-brown fruits under a whorl of spoon-shaped leaves. */
export const bibhitaki = (c) =>
  rows('-96,134,66 96,134,66 -52,142,70 52,142,70 -14,128,62 24,120,58')
    .map(([turn, L, W], i) => place(spoon(c, L, W, 10 + i, turn > 0 ? 0.08 : -0.08), 200, 148, turn))
    .join('') +
  stem(c, rows('200,96 201,130 200,170'), 8, 5).svg +
  rows('136,206,14 266,206,-14 200,232,0')
    .map(([x, y, turn]) => {
      const stalk = stem(
        c,
        [
          [200, 160],
          [(200 + x) / 2 + (x - 200) * 0.2, 176],
          [x, y],
        ],
        4,
        3.2,
      ).svg;
      return (
        stalk + place(ridgedFruit(c, { rx: 48, L: 98, neck: 0.5, ribs: [-0.5, 0.08, 0.58] }), x, y, turn)
      );
    })
    .join('');
