import { brush, dense, P, place, poly, rng, rows, swell, taper } from '../geom.mjs';
import { flower, ink, plate, stem, tendril } from './parts.mjs';

const LOBES = [-116, -58, 0, 58, 116];
const LOBE_LENGTHS = [0.62, 0.86, 1, 0.86, 0.62];

/* How far the edge of the leaf is from its foot, by angle. */
function lobedRadius(deg) {
  let radius = 0.3;
  LOBES.forEach((lobe, i) => {
    const d = Math.abs(deg - lobe);
    if (d >= 44) return;
    const k = Math.cos(((d / 44) * Math.PI) / 2);
    const tooth = 1 - 0.075 * Math.abs(((d / 9) % 1) - 0.5) * (d > 5 ? 1 : 0);
    radius = Math.max(radius, LOBE_LENGTHS[i] * (0.34 + 0.66 * k ** 1.25) * tooth);
  });
  return radius;
}

function palmateOutline(R) {
  const out = [];
  for (let d = -165; d <= 165; d += 1.5) {
    // The two lowest lobes leave room for the stalk.
    const notch = Math.abs(d) > 140 ? 1 - ((Math.abs(d) - 140) / 25) * 0.55 : 1;
    const q = lobedRadius(d) * R * notch;
    const a = ((d - 90) * Math.PI) / 180;
    out.push([q * Math.cos(a), q * Math.sin(a)]);
  }
  return out;
}

function lobeVeins(c, lobe, length, R, lw) {
  const a = ((lobe - 90) * Math.PI) / 180;
  const q = length * R * 0.94;
  const tip = [q * Math.cos(a), q * Math.sin(a)];
  let out = ink(c, [[0, 0], [tip[0] * 0.5 + 2, tip[1] * 0.5], tip], taper(2.4 * lw, 0.4));
  for (let k = 1; k <= 4; k++)
    for (const side of [-1, 1]) {
      const u = 0.26 + k * 0.145;
      const foot = [tip[0] * u, tip[1] * u];
      const aa = a + side * 0.72;
      const ab = aa * 0.97 + a * 0.03;
      const l = R * length * (0.26 - 0.035 * k);
      const middle = [foot[0] + l * Math.cos(aa) * 0.55, foot[1] + l * Math.sin(aa) * 0.55];
      out += ink(
        c,
        [foot, middle, [foot[0] + l * Math.cos(ab), foot[1] + l * Math.sin(ab)]],
        taper(1.2 * lw, 0.25),
        5,
      );
    }
  return out;
}

/** The five-lobed leaf of the gourd vine, from its foot at (0,0). */
export function palmate(c, { R = 90, lw = 1 } = {}) {
  const outline = palmateOutline(R);
  const half = outline.slice(Math.floor(outline.length / 2));
  let out = plate(c, P(poly(outline), c.a) + P(poly([[0, 0], ...half]), c.b));
  out += ink(c, dense(outline.slice(0, (outline.length / 2) | 0)), 1.5 * lw) + ink(c, dense(half), 2.3 * lw);
  LOBES.forEach((lobe, i) => {
    out += lobeVeins(c, lobe, LOBE_LENGTHS[i], R, lw);
  });
  return out;
}

const STEPS = 80;

/* The body of the gourd: half its width at t, and the point at t along and u (-1 to 1) across. */
function gourdBody({ L, W, bend }) {
  const half = (t) => (W / 2) * Math.sin(Math.PI * t ** 0.86) ** 0.72 * (1 - 0.05 * t) + 1.2;
  const point = (t, u) => {
    const lump = 1 + 0.055 * Math.abs(Math.sin(t * 34 + u * 3)) * (1 - Math.abs(u) * 0.1);
    return [bend * L * Math.sin(Math.PI * t) + half(t) * u * (Math.abs(u) > 0.97 ? lump : 1), L * t];
  };
  return { half, point };
}

function warts(c, { half, point }, r) {
  let out = '';
  for (const u of [-0.74, -0.4, 0, 0.38, 0.7, 0.9])
    for (let i = 0; i < 15; i++) {
      // Every other row is moved by half a wart, so that they lie like tiles.
      const t = 0.07 + (0.87 * (i + 0.5 * (Math.round(u * 10) & 1) + 0.2 * r())) / 15;
      if (t > 0.95) continue;
      const [x, y] = point(t, u);
      const wx = half(t) * 0.165 * Math.sqrt(1 - u * u * 0.85) + 1.1;
      const wy = 4.6 + 1.6 * r();
      const bump = [
        [x - wx, y + wy * 0.35],
        [x - wx * 0.5, y - wy * 0.6],
        [x + wx * 0.3, y - wy * 0.72],
        [x + wx, y + wy * 0.2],
      ];
      out += ink(c, bump, swell(u > 0.2 ? 2 : 1.4, 0.3), 5);
      if (u > 0.1)
        out += ink(
          c,
          [
            [x - wx * 0.2, y + wy * 0.3],
            [x + wx * 0.8, y + wy * 0.62],
          ],
          swell(1.3, 0.2),
          4,
        );
    }
  return out;
}

/** The gourd itself: a warty spindle hanging from (0,0). */
export function gourd(c, { L = 220, W = 74, seed = 5, bend = 0.1 } = {}) {
  const r = rng(seed);
  const body = gourdBody({ L, W, bend });
  const along = (u) => Array.from({ length: STEPS + 1 }, (_, i) => body.point(i / STEPS, u(i / STEPS)));
  const right = along(() => 1);
  const left = along(() => -1);
  const shadeEdge = along((t) => 0.3 - 0.25 * Math.sin(Math.PI * t));
  let out = plate(
    c,
    P(poly([...left, ...right.toReversed()]), c.f) + P(poly([...shadeEdge, ...right.toReversed()]), c.g),
  );
  const gloss = Array.from({ length: 9 }, (_, i) => body.point(0.12 + i * 0.075, -0.56));
  out += plate(c, P(brush(gloss, swell(7, 1)), c.h));
  out += ink(c, dense(left), swell(1.8, 1)) + ink(c, dense(right), swell(3, 1.2));
  out += warts(c, body, r);
  for (let i = 0; i < 46; i++) {
    const t = 0.08 + (0.86 * i) / 46;
    out += ink(c, [body.point(t, 0.8 + 0.04 * r()), body.point(t + 0.012, 0.985)], (q) => 0.3 + 0.9 * q, 3);
  }
  return out;
}

const VINE = rows('22,74 96,40 190,50 284,26 386,56');

/** Karela: a vine with two gourds, leaves, a flower and a tendril. */
export const karela = (c) =>
  tendril(c, 344, 44, 24, 2.1, 1, 2.6) +
  place(palmate(c, { R: 92 }), 322, 112, 34, 0.86) +
  stem(c, rows('318,36 330,70 322,110'), 3.4, 2.6).svg +
  place(palmate(c, { R: 118 }), 104, 138, -22) +
  stem(c, rows('116,42 108,84 104,136'), 3.8, 2.8).svg +
  stem(c, VINE, 7, 3.2).svg +
  stem(c, rows('204,50 216,72 212,96'), 4.6, 6).svg +
  place(gourd(c, { L: 292, W: 108, bend: 0.06 }), 210, 92, 5) +
  stem(c, rows('276,30 300,100 302,168'), 3.5, 3).svg +
  place(gourd(c, { L: 166, W: 66, seed: 9, bend: -0.07 }), 302, 164, -9) +
  stem(c, rows('54,62 48,150 82,250'), 2.8, 2).svg +
  place(flower(c, { R: 36, fill: c.y ?? c.h }), 88, 282, 10);
