import { place, rows } from '../geom.mjs';
import { plantColours } from '../palette.mjs';
import { gurmarShoot } from './gurmar.mjs';
import { berry } from './jamun.mjs';
import { gourd, palmate } from './karela.mjs';
import { methiSprig } from './methi.mjs';
import { leaf, stem, tendril } from './parts.mjs';

const { karela: K, jamun: J, gurmar: U, methi: M } = plantColours;

const BERRIES = rows('286,236,8 336,232,-8 262,286,10 310,284,0 354,278,-12 288,336,4 334,334,-8');

const jamunBranch = () =>
  place(leaf(J, { L: 122, W: 50, a: 0.95, b: 1, veins: 10, seed: 20, bend: 0.1 }), 310, 142, 64) +
  place(leaf(J, { L: 104, W: 46, a: 0.95, b: 1, veins: 10, seed: 22, bend: 0.1 }), 310, 166, 104) +
  stem(J, rows('266,38 296,92 310,150 310,200'), 6, 4).svg +
  BERRIES.map(
    ([x, y]) =>
      stem(
        J,
        [
          [310, 196],
          [(310 + x) / 2, (196 + y) / 2 - 10],
          [x, y - 26],
        ],
        2.8,
        2.2,
      ).svg,
  ).join('') +
  BERRIES.map(([x, y, turn]) => place(berry(J, { rx: 24, ry: 32 }), x, y, turn)).join('');

const karelaBranch = () =>
  tendril(K, 46, 116, 16, 2, -1, 2.6) +
  place(palmate(K, { R: 90 }), 54, 184, -30) +
  stem(K, rows('186,66 120,92 66,124 54,184'), 5.4, 2.8).svg +
  stem(K, rows('122,96 106,120 108,148'), 4, 5).svg +
  place(gourd(K, { L: 248, W: 92, bend: 0.05 }), 106, 144, 4);

/** Madhu Santulan's four bitters: karela left, jamun right, methi between them, gurmar over all. */
export const madhu = () =>
  jamunBranch() +
  methiSprig(M, rows('222,398 212,310 226,220 214,116'), 0.86) +
  gurmarShoot(U, rows('30,74 110,36 196,62 284,28 366,70'), 6, 0.74) +
  karelaBranch();
