// A carton: a tiny ray tracer for one box on a floor, with an area light and ambient shade. Its height is 1.
import { blank, load, png, sample } from './image.mjs';
import { dotOf, LAMP, lampSeen, random, skySeen, solid, unit } from './box-light.mjs';
import { clamp, mix, noise, smooth, srgb, tone } from './maths.mjs';

const BEVEL = 0.011;
const DISTANCE = 6.2;

/* Normal in the box's axes, bent over the edges: a carton's edge is round and catches light. */
function bevelled(carton, p, axis, side) {
  const n = [0, 0, 0];
  n[axis] = side;
  for (let a = 0; a < 3; a++) {
    if (a === axis) continue;
    for (const [edge, sign] of [
      [carton.low[a], -1],
      [carton.high[a], 1],
    ]) {
      const near = Math.abs(p[a] - edge);
      if (near < BEVEL) n[a] += sign * (1 - near / BEVEL) ** 2 * 0.9;
    }
  }
  return n;
}

const paper = (n, p) => [
  n[0] + 0.012 * noise(p[0] * 260, p[1] * 260, 3),
  n[1] + 0.012 * noise(p[1] * 260, p[2] * 260, 4),
  n[2] + 0.012 * noise(p[2] * 260, p[0] * 260, 5),
];

function printAt(panels, { low, high }, p, axis, side, out) {
  const w = high[0] - low[0];
  const d = high[2] - low[2];
  const across = (p[0] - low[0]) / w;
  if (axis === 2) sample(panels.front, across, 1 - p[1], out);
  else if (axis === 0) sample(panels.side, (side > 0 ? high[2] - p[2] : p[2] - low[2]) / d, 1 - p[1], out);
  else sample(panels.lid, across, (p[2] - low[2]) / d, out);
}

/* Adds the light that comes from a point of the carton to `sum`. */
function shadeCarton(carton, panels, o, v, view, { t, axis, side }, rnd, sum) {
  const p = [o[0] + v[0] * t, o[1] + v[1] * t, o[2] + v[2] * t];
  const bent = bevelled(carton, p, axis, side);
  const ink = [0, 0, 0];
  printAt(panels, carton, p, axis, side, ink);
  const n = unit(carton.outOf(paper(bent, p)));
  const world = carton.outOf(p).map((k, a) => k + n[a] * 0.002);
  const toLamp = unit(LAMP.map((k, a) => k - world[a]));
  const shine = clamp(dotOf(unit(toLamp.map((k, a) => k + view[a])), n)) ** 26 * 0.1;
  const rim = (1 - clamp(dotOf(view, n))) ** 4 * 0.12;
  const bounce = 0.1 * clamp(1 - world[1] * 1.7);
  const share = axis === 2 ? (p[0] / (carton.high[0] * 2)) * 0.28 : 0;
  const fall = axis === 1 ? 1 : mix(0.86, 1.08, clamp(world[1] * 0.75 + 0.25 - share));
  const light =
    (lampSeen(carton, world, n, 5, rnd) * 0.9 + skySeen(carton, world, n, 6, rnd) * 0.34 + bounce) * fall;
  const worn = Math.hypot(...bent) > 1.05 ? 0.05 : 0;
  const warm = [
    [1, 0.4, 1],
    [0.97, 0.39, 0.95],
    [0.92, 0.37, 0.88],
  ];
  for (let c = 0; c < 3; c++)
    sum[c] += ink[c] * light + shine * warm[c][0] + rim * warm[c][1] + worn * warm[c][2];
  sum[3] += 1;
}

/* The floor is only its shadow: dark brown of the right opacity. */
function shadeFloor(carton, eye, v, rnd, sum) {
  const t = -eye[1] / v[1];
  const p = [eye[0] + v[0] * t, 0.0005, eye[2] + v[2] * t];
  if (Math.hypot(p[0], p[2]) >= 2.2) return;
  const up = [0, 1, 0];
  const dark =
    1 - ((lampSeen(carton, p, up, 12, rnd) / 0.72) * 0.62 + skySeen(carton, p, up, 14, rnd) * 0.38);
  const fade = smooth(0.98, 0.4, Math.hypot((p[0] - 0.16) * 0.9, p[2] * 1.1));
  const k = clamp((dark - 0.1) / 0.9) * fade * 0.84;
  [0.02, 0.011, 0.004, 1].forEach((c, i) => {
    sum[i] += c * k;
  });
}

/** A carton on nothing, as PNG bytes, W0 x H0 at scale S. front, side, lid: its panels; yaw and pitch in degrees. */
export async function box({
  front,
  side,
  lid,
  w = 0.72,
  d = 0.36,
  yaw = -33,
  pitch = 13,
  S = 1.5,
  W0 = 1300,
  H0 = 1180,
  ss = 2,
  zoom = 860,
  ox = -110,
  oy = 590,
  floor = true,
}) {
  const panels = { front: await load(front), side: await load(side), lid: await load(lid) };
  const carton = solid(w, d, yaw);
  const picture = blank(Math.round(W0 * S), Math.round(H0 * S));
  const rnd = random();
  const sp = Math.sin((pitch * Math.PI) / 180);
  const cp = Math.cos((pitch * Math.PI) / 180);
  const eye = [0, 0.5 + sp * DISTANCE, cp * DISTANCE];
  const o = carton.into(eye);
  const trace = (i, j, q, sum) => {
    const px = ((i + ((q % ss) + rnd()) / ss) / S - W0 / 2 - ox) / zoom;
    const py = -((j + (((q / ss) | 0) + rnd()) / ss) / S - oy) / zoom;
    const v = [px, -sp * DISTANCE + cp * py, -cp * DISTANCE - sp * py];
    const ray = carton.into(v);
    const hit = carton.hit(o, ray);
    if (hit && hit.axis >= 0)
      shadeCarton(
        carton,
        panels,
        o,
        ray,
        unit(v).map((k) => -k),
        hit,
        rnd,
        sum,
      );
    else if (floor && v[1] < 0) shadeFloor(carton, eye, v, rnd, sum);
  };
  for (let j = 0; j < picture.h; j++)
    for (let i = 0; i < picture.w; i++) {
      const sum = [0, 0, 0, 0];
      for (let q = 0; q < ss * ss; q++) trace(i, j, q, sum);
      if (sum[3] <= 0) continue;
      const k = (j * picture.w + i) * 4;
      for (let c = 0; c < 3; c++) picture.d[k + c] = srgb(tone(sum[c] / sum[3]));
      picture.d[k + 3] = (255 * sum[3]) / (ss * ss);
    }
  return png(picture);
}
