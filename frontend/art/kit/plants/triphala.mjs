import { place, rows } from '../geom.mjs';
import { plantColours } from '../palette.mjs';
import { amlaFruit, feather } from './amla.mjs';
import { leaf, stem } from './parts.mjs';
import { ridgedFruit } from './terminalia.mjs';

const { amla: A, haritaki: H, bibhitaki: B } = plantColours;

const AMLA = rows('70,262,42 132,306,46 60,340,40');
const BIBHITAKI = rows('336,220,-10 284,262,6 346,306,-6');

const amlaBranch = () =>
  feather(A, rows('184,70 126,76 70,112 22,176'), 17, 1) +
  feather(A, rows('186,88 150,122 120,168 104,226'), 15, 0.94) +
  AMLA.map(
    ([x, y, R]) =>
      stem(
        A,
        [
          [176, 96],
          [(176 + x) / 2 - 4, (96 + y) / 2 - 30],
          [x, y - R * 0.84],
        ],
        3.6,
        2.8,
      ).svg,
  ).join('') +
  AMLA.map(([x, y, R], i) => place(amlaFruit(A, R), x, y, [-8, 4, -14][i])).join('');

const spoon = (L, W, seed, bend) => leaf(B, { L, W, a: 1.05, b: 0.62, veins: 7, hatch: 2, seed, bend });

const bibhitakiBranch = () =>
  place(spoon(146, 66, 3, 0.08), 226, 84, 62) +
  place(spoon(128, 58, 4, 0.1), 232, 96, 96) +
  place(spoon(116, 54, 5, 0.1), 228, 104, 128) +
  BIBHITAKI.map(
    ([x, y]) =>
      stem(
        B,
        [
          [218, 92],
          [(218 + x) / 2 + 18, (92 + y) / 2 - 24],
          [x, y],
        ],
        3.6,
        2.8,
      ).svg,
  ).join('') +
  BIBHITAKI.map(([x, y, turn]) =>
    place(ridgedFruit(B, { rx: 42, L: 86, neck: 0.5, ribs: [-0.5, 0.08, 0.58] }), x, y, turn),
  ).join('');

const HARITAKI = rows('176,190,8 236,196,-8 204,240,0');

const haritakiBranch = () =>
  place(leaf(H, { L: 116, W: 58, a: 0.75, b: 0.85, veins: 8, hatch: 2, seed: 8, bend: -0.1 }), 198, 84, -40) +
  place(leaf(H, { L: 116, W: 58, a: 0.75, b: 0.85, veins: 8, hatch: 2, seed: 9, bend: 0.1 }), 206, 84, 30) +
  stem(H, rows('202,0 198,50 203,108'), 9, 6).svg +
  HARITAKI.map(
    ([x, y]) =>
      stem(
        H,
        [
          [202, 100],
          [(202 + x) / 2, (100 + y) / 2 - 12],
          [x, y],
        ],
        4,
        3,
      ).svg,
  ).join('') +
  HARITAKI.map(([x, y, turn], i) =>
    place(ridgedFruit(H, { rx: i === 2 ? 38 : 34, L: i === 2 ? 132 : 112 }), x, y, turn),
  ).join('');

/** Triphala: the three fruits on one twig, amla left, haritaki in the middle, bibhitaki right. */
export const triphala = () => amlaBranch() + bibhitakiBranch() + haritakiBranch();
