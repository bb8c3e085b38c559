// The two sets a product is photographed in besides its front: turned among its things, and close.
import { light } from '../render/maths.mjs';
import { carton, cutOut, lampAt, powder, standingPouch, table, thali, wall, wellOf } from '../studio.mjs';
import { WALL } from './backdrop.mjs';
import { CLOTH } from './cloth.mjs';

const pack = (p, made, { at, yaw, lamp }) =>
  p.kind === 'pouch'
    ? standingPouch({ label: made.panels.label, at, yaw, lamp })
    : carton({ panels: made.panels, at, yaw });

const room = (made, depth) => [
  table({ image: made.cloth, ...CLOTH }),
  wall({ image: made.wall, depth, ...WALL }),
];

/* A print standing upright, its foot at (x, z), facing the camera or turned a little. */
function standing({ image, aspect }, { x, z, height, turn = 0, y = 0 }) {
  const c = Math.cos(turn);
  const s = Math.sin(turn);
  const w = height * aspect;
  return cutOut({
    image,
    corner: [x - (c * w) / 2, y + height, z + (s * w) / 2],
    across: [c * w, 0, -s * w],
    down: [0, -height, 0],
  });
}

/* A print lying on the table round (x, z), turned by an angle in degrees; its far edge is lifted a little. */
function lying({ image, aspect }, { x, z, height, turn, y = 0.004, lift = 0.03 }) {
  const a = (turn * Math.PI) / 180;
  const w = height * aspect;
  const across = [w * Math.cos(a), 0, w * Math.sin(a)];
  const down = [-height * Math.sin(a), -lift, height * Math.cos(a)];
  const corner = [0, 1, 2].map((i) => [x, y + lift, z][i] - across[i] / 2 - (i === 1 ? 0 : down[i] / 2));
  return cutOut({ image, corner, across, down });
}

/* Plants that hang from above the picture's edge, before the wall. */
function hanging(look, made, t, depth) {
  return (look.hang ?? []).flatMap((name, i) => {
    const scrap = made.scraps[name];
    const first = look.hang.length === 1 || i === 0;
    const main = standing(scrap, { x: t * (first ? 0.5 : -0.5), z: depth + 0.16, height: 0.66, y: 0.82 });
    if (look.hang.length > 1) return [main];
    return [main, standing(scrap, { x: t * -0.66, z: depth + 0.1, height: 0.52, y: 1.08 })];
  });
}

function standingPlants(look, made, t) {
  return (look.stand ?? []).map((name, i) =>
    standing(made.scraps[name], {
      x: t * (0.42 - i * 0.98),
      z: -0.3 - i * 0.1,
      height: i ? 0.86 : 0.98,
      turn: t * -0.12,
    }),
  );
}

/** The pack turned, among its plant, its powder on a brass plate, a painted wall and a printed cloth. */
export function turnedSet(p, look, made) {
  const t = look.turn;
  const depth = -0.62;
  const plate = { x: t * 0.33, z: 0.42, radius: 0.26 };
  return {
    camera: { eye: [t * 0.1, 0.98, 4.5], target: [t * -0.005, 0.535, 0], height: 1.66 },
    lamp: lampAt({ at: [t * 2.5, 3, 2.4], size: 1.3, power: 1.02, fill: 0.5 }),
    things: [
      ...room(made, depth),
      pack(p, made, { at: [t * -0.15, 0, -0.04], yaw: t * (p.kind === 'pouch' ? 20 : 27), lamp: t }),
      thali(plate),
      powder({ ...plate, y: wellOf(plate.radius), spread: 0.178, height: 0.122, color: light(p.powder) }),
      ...hanging(look, made, t, depth),
      ...standingPlants(look, made, t),
    ],
  };
}

/** Close: the powder on its plate, the name on the pack behind it, the plant lying beside. */
export function closeSet(p, look, made) {
  const t = -look.turn;
  const plate = { x: t * -0.15, z: 0.36, radius: 0.28 };
  const scrap = Object.values(made.scraps)[0];
  return {
    camera: { eye: [t * -0.16, 1.2, 2.9], target: [0, 0.26, 0.05], height: 1.02 },
    lamp: lampAt({ at: [t * 1.9, 2.5, 2.1], size: 0.9, power: 1.06, fill: 0.48, colour: [1, 0.94, 0.82] }),
    lens: { near: 3.05, far: 3.6, blur: 3.2 },
    things: [
      ...room(made, -0.8),
      pack(p, made, { at: [t * -0.03, 0, -0.2], yaw: t * -10, lamp: t }),
      thali(plate),
      powder({
        ...plate,
        y: wellOf(plate.radius),
        spread: 0.195,
        height: 0.135,
        color: light(p.powder),
        seed: 8,
      }),
      lying(scrap, { x: t * 0.27, z: 0.42, height: 0.42, turn: t * 20 }),
    ],
  };
}
