import { G } from '../../kit/geom.mjs';
import { foiled, niche, sun } from '../arches.mjs';
import { flowerBand } from '../cloths.mjs';
import { lyingGourd, lyingJamun, sprig, twig } from '../produce.mjs';
import { heap, pouch } from '../sprites.mjs';
import { fibres, hung, sheet, wall, wallClip, windowLight } from '../stage.mjs';
import { thali } from '../thali.mjs';

const c = {
  wall: '#E7A51F',
  wallInk: '#B9761A',
  niche: '#FBF0D8',
  band: '#1C2B4F',
  sun: '#F0B84A',
  cloth: '#9C2F1C',
  trim: '#F0B63A',
  trim2: '#B5391F',
  panel: '#F8EBD2',
};

const plate = (art, x, y, rx) => thali(x, y, rx, heap(art('heap-karela'), 0, rx * 0.1, rx * 1.42));

const gourds = (x, y, k) =>
  lyingGourd(x, y, 82, 0.62 * k, { L: 262, W: 92, bend: 0.1, seed: 4 }) +
  lyingGourd(x - 30 * k, y + 40 * k, 97, 0.5 * k, { L: 220, W: 84, bend: -0.08, seed: 12 });

function scene({ w, h, floor, arch, hangings, things }) {
  const inside = sun({
    cx: arch.cx,
    cy: arch.top + arch.h * 0.56,
    r: arch.w * 0.37,
    reach: arch.w * 0.5,
    colour: c.sun,
  });
  return sheet({
    w,
    h,
    defs: wallClip(w, floor),
    layers: [
      wall({ w, floor, colour: c.wall, ink: c.wallInk }),
      niche({ ...arch, outline: foiled, colours: c, inside }),
      G(hangings.map((s) => hung(s)).join(''), '', ' clip-path="url(#wall)"'),
      windowLight({ w, floor }),
      fibres(w, floor),
      flowerBand({ w, h, floor, c }),
      ...things,
    ],
  });
}

export const wide = (art) =>
  scene({
    w: 1600,
    h: 680,
    floor: 556,
    arch: { cx: 1130, top: 128, w: 540, h: 428, band: 62 },
    hangings: [sprig('jamun', 1508, -44, 0.84, -7), sprig('karela', 838, -26, 0.56, 4)],
    things: [
      pouch(art('pouch-jamun'), 1318, 580, 384),
      pouch(art('pouch-karela'), 1064, 590, 446, '16px 5px 16px rgba(30,12,2,.5)'),
      gourds(872, 592, 1),
      plate(art, 1420, 596, 132),
      lyingJamun(1228, 622, 96, 0.62),
      lyingJamun(1262, 638, 70, 0.68),
    ],
  });

export const tall = (art) =>
  scene({
    w: 780,
    h: 975,
    floor: 850,
    arch: { cx: 390, top: 446, w: 540, h: 404, band: 56 },
    hangings: [
      sprig('karela', 22, 396, 0.54, 6),
      twig([[800, 352], [776, 360], [750, 354]], 9, 5) + sprig('jamun', 756, 354, 0.54, -5),
    ],
    things: [
      pouch(art('pouch-jamun'), 528, 878, 372),
      pouch(art('pouch-karela'), 292, 890, 432, '16px 5px 16px rgba(30,12,2,.5)'),
      gourds(142, 908, 0.8),
      plate(art, 610, 900, 132),
      lyingJamun(404, 926, 96, 0.62),
      lyingJamun(440, 942, 70, 0.68),
    ],
  });
