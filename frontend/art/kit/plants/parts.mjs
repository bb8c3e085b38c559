// The parts of every plant: colour plates, leaves, stems, tendrils, flowers.
import {
  at,
  brush,
  dense,
  dir,
  G,
  normals,
  offset,
  P,
  place,
  poly,
  rng,
  spline,
  swell,
  taper,
} from '../geom.mjs';

// The colour plate sits a little off the ink, as in a cheap lithograph. Beyond 2 px thin stems fall apart.
const REGISTER = [1.6, 1.3];

/** A colour plate: shapes printed slightly out of register with the ink. */
export const plate = (c, shapes) => G(shapes, `translate(${(c.reg ?? REGISTER).join(' ')})`);

/** A line of ink. */
export const ink = (c, points, width, per) => P(brush(points, width, per), c.ink);

const LEAF_STEPS = 48;

function leafMidrib({ L, bend, curl }) {
  return Array.from({ length: LEAF_STEPS + 1 }, (_, i) => {
    const t = i / LEAF_STEPS;
    return [bend * L * (t * t - 0.15 * t) + curl * L * 0.12 * Math.sin(t * 6), -L * t];
  });
}

/* Half width at share t: a and b say how blunt the leaf is at its foot and at its tip. */
function leafWidth({ W, a, b }) {
  const peak = (a / (a + b)) ** a * (b / (a + b)) ** b;
  return (t) => ((W / 2) * Math.max(0, t) ** a * Math.max(0, 1 - t) ** b) / peak;
}

function leafEdge(midrib, widthAt, serr, side) {
  const N = normals(midrib);
  return midrib.map((p, i) => {
    const t = i / LEAF_STEPS;
    let w = widthAt(t);
    if (serr) w *= 1 - 0.14 * ((t * serr) % 1) * (t > 0.06 && t < 0.97 ? 1 : 0) + 0.05;
    return [p[0] + N[i][0] * w * side, p[1] + N[i][1] * w * side];
  });
}

function vein(c, from, edge, L, lw) {
  const end = [from[0] + (edge[0] - from[0]) * 0.93, from[1] + (edge[1] - from[1]) * 0.93];
  const sag = [(from[0] + end[0]) / 2, (from[1] + end[1]) / 2 + L * 0.018];
  return ink(c, [from, sag, end], taper(1.25 * lw, 0.25), 6);
}

/* A short stroke between two veins, towards the edge. */
function hatchLine(c, from, edge, L, lw, r) {
  const u0 = 0.38 + 0.2 * r();
  const u1 = 0.86 + 0.08 * r();
  const on = (u, dy) => [from[0] + (edge[0] - from[0]) * u, from[1] + (edge[1] - from[1]) * u + dy];
  return ink(c, [on(u0, L * 0.01), on(u1, 0)], (t) => 0.25 + 0.65 * lw * t, 4);
}

function leafVeins(c, midrib, edges, o, r) {
  let out = '';
  for (const side of [1, -1]) {
    const edge = side > 0 ? edges[0] : edges[1];
    for (let v = 1; v <= o.veins; v++) {
      const t0 = 0.06 + 0.8 * (v / (o.veins + 1));
      const t1 = Math.min(0.985, t0 + 0.13 + 0.03 * r());
      out += vein(c, at(midrib, t0), at(edge, t1), o.L, o.lw);
      if (side > 0 && o.hatch <= 3) continue;
      for (let h = 1; h <= o.hatch; h++) {
        const dt = (h / (o.hatch + 1)) * (0.8 / (o.veins + 1));
        out += hatchLine(c, at(midrib, t0 + dt), at(edge, Math.min(0.98, t1 + dt)), o.L, o.lw, r);
      }
    }
  }
  return out;
}

const LEAF = {
  L: 100,
  W: 40,
  bend: 0.12,
  a: 0.9,
  b: 1.1,
  serr: 0,
  veins: 7,
  hatch: 2,
  seed: 1,
  lw: 1,
  curl: 0,
};

/**
 * A leaf growing from (0,0) upwards. L, W: length and width; a, b: bluntness at foot and tip; serr: teeth a side;
 * veins a side; hatch: strokes between veins (more than 3: on both halves); lw: weight of the pen.
 */
export function leaf(c, options = {}) {
  const o = { ...LEAF, ...options };
  const midrib = leafMidrib(o);
  const widthAt = leafWidth(o);
  const edges = [1, -1].map((side) => leafEdge(midrib, widthAt, o.serr, side));
  const [light, dark] = edges;
  const colour =
    P(poly([...light, ...dark.toReversed()]), c.a) + P(poly([...midrib, ...dark.toReversed()]), c.b);
  const outline =
    ink(c, dense(light), swell(1.5 * o.lw, 0.5)) +
    ink(c, dense(dark), swell(2.3 * o.lw, 0.6)) +
    ink(c, dense([[-o.bend * 4, 8], ...midrib]), taper(2.6 * o.lw, 0.5));
  return plate(c, colour) + outline + leafVeins(c, midrib, edges, o, rng(o.seed));
}

/** A stem through points, w0 thick at its foot and w1 at its end. Gives the drawing and its dense middle line. */
export function stem(c, points, w0 = 6, w1 = 2, fill) {
  const L = dense(spline(points, 16));
  const edge = (side) => dense(offset(L, (t) => ((w0 + (w1 - w0) * t) / 2) * side));
  const svg =
    plate(c, P(brush(L, taper(w0, w1)), fill ?? c.b)) + ink(c, edge(1), 1.1) + ink(c, edge(-1), 1.9);
  return { L, svg };
}

/** A tendril that winds inwards from (x,y). */
export function tendril(c, x, y, r0, turns, sx = 1, a0 = 0) {
  const n = 90;
  const points = Array.from({ length: n + 1 }, (_, i) => {
    const t = i / n;
    const r = r0 * (1 - t * 0.86);
    const angle = a0 + t * turns * 2 * Math.PI;
    return [
      x + sx * (r * Math.cos(angle) - r0 * Math.cos(a0)) + sx * t * 26,
      y + r * Math.sin(angle) - r0 * Math.sin(a0) + t * 10,
    ];
  });
  return ink(c, dense(points), taper(2.6, 0.9));
}

/** A flower of n petals round (0,0). */
export function flower(c, { R = 26, n = 5, fill, seed = 2 } = {}) {
  const r = rng(seed);
  const inks = { ...c, a: fill ?? c.h, b: fill ?? c.h };
  let out = '';
  for (let i = 0; i < n; i++) {
    const petal = {
      L: R,
      W: R * 0.95,
      a: 0.8,
      b: 0.55,
      veins: 2,
      hatch: 1,
      bend: 0.05,
      seed: i + seed,
      lw: 0.8,
    };
    out += G(leaf(inks, petal), `rotate(${(i * 360) / n + 12 * r()})`);
  }
  return out + P('M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0', c.ink);
}

/** Pairs of leaves along a line: `each(i, side, point, angle)` gives a drawing, or nothing. */
export function pairs(line, n, from, to, each) {
  let out = '';
  for (let i = 0; i < n; i++) {
    const t = from + ((to - from) * i) / n;
    const point = at(line, t);
    const angle = dir(line, t) + 90;
    for (const side of [-1, 1]) out += each(i, side, point, angle);
  }
  return out;
}

export { place };
