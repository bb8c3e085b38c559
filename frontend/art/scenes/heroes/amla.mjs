import { amlaFruit } from '../../kit/botany.mjs';
import { G } from '../../kit/geom.mjs';
import { plantColours } from '../../kit/palette.mjs';
import { rosette } from '../../kit/print.mjs';
import { foiled, niche, sun } from '../arches.mjs';
import { butaField } from '../cloths.mjs';
import { lyingAmla, sprig, twig } from '../produce.mjs';
import { heap, pouch } from '../sprites.mjs';
import { fibres, hung, sheet, wall, wallClip, windowLight } from '../stage.mjs';
import { thali } from '../thali.mjs';
import { bowl } from '../vessels.mjs';

const c = {
  wall: '#DDE0A0',
  wallInk: '#8FA04A',
  niche: '#E8A183',
  wing: '#F3C9A6',
  band: '#2C5A36',
  trim: '#E9A820',
  trim2: '#A5301F',
  cloth: { cloth: '#23492F', trim: '#E9A820', trim2: '#A5301F', panel: '#E9DDA8' },
};

/** A wide arch between two narrow ones; leafy fields behind the narrow ones. */
function arcade({ cx, top, w, h, band, side }) {
  const field = (x, y, bw, bh) =>
    G(
      Array.from({ length: 7 }, (_, j) =>
        Array.from({ length: 5 }, (_, i) =>
          G(
            rosette(14, c.trim2, c.niche, c.trim, 8),
            `translate(${x - bw / 2 + ((i + (j % 2) * 0.5) * bw) / 4} ${y + 40 + (j * bh) / 6})`,
          ),
        ).join(''),
      ).join(''),
      '',
      ' opacity=".22"',
    );
  const wing = (sign) => {
    const x = cx + sign * (w / 2 + band * 1.12 + side.w / 2);
    return niche({
      id: `wing${sign + 1}`,
      outline: foiled,
      options: { foils: 3, rise: 0.5 },
      cx: x,
      top: top + h - side.h,
      w: side.w,
      h: side.h,
      band: band * 0.62,
      colours: { ...c, niche: c.wing },
      inside: field(x, top + h - side.h, side.w, side.h),
    });
  };
  const disc = sun({ cx, cy: top + h * 0.5, r: w * 0.36, reach: w * 0.62, colour: '#F7D9B4', rays: 44, width: 0.024 });
  return (
    wing(-1) +
    wing(1) +
    niche({ outline: foiled, options: { foils: 3, rise: 0.48 }, cx, top, w, h, band, colours: c, inside: disc })
  );
}

const fruits = [
  [-46, 6, 27, -14],
  [44, 4, 28, 10],
  [0, 14, 30, 2],
  [-24, -20, 26, -6],
  [26, -20, 27, 8],
  [0, -38, 25, 0],
];
const basket = (x, y, r) =>
  bowl(
    x,
    y,
    r,
    fruits
      .map(([fx, fy, R, turn]) =>
        G(
          amlaFruit(plantColours.amla, R),
          `translate(${(fx * r) / 92} ${((fy - 6) * r) / 92}) rotate(${turn}) scale(${r / 92})`,
        ),
      )
      .join(''),
    { material: 'brass', band: rosette(r * 0.1, '#7A4B14', '#FBE6A6', '#7A4B14', 6) },
  );

function scene({ w, h, floor, bays, hangings, things }) {
  return sheet({
    w,
    h,
    defs: wallClip(w, floor),
    layers: [
      wall({ w, floor, colour: c.wall, ink: c.wallInk, opacity: 0.22 }),
      arcade(bays),
      G(hangings.map((s) => hung(s, 14, 14, 0.3)).join(''), '', ' clip-path="url(#wall)"'),
      windowLight({ w, floor, strength: 0.5, dusk: 0.7 }),
      fibres(w, floor),
      butaField({ w, h, floor, c: c.cloth }),
      ...things,
    ],
  });
}

export const wide = (art) =>
  scene({
    w: 1600,
    h: 680,
    floor: 552,
    bays: { cx: 1180, top: 124, w: 424, h: 428, band: 50, side: { w: 150, h: 268 } },
    hangings: [sprig('amla', 1516, -24, 0.74, -4), sprig('amla', 838, -52, 0.62, 6)],
    things: [
      pouch(art('pouch-amla'), 1180, 590, 452),
      basket(1442, 646, 96),
      thali(884, 612, 100, heap(art('heap-amla'), 0, 10, 138)),
      lyingAmla(1008, 632, 27, -12),
      lyingAmla(1330, 640, 26, 20),
    ],
  });

export const tall = (art) =>
  scene({
    w: 780,
    h: 975,
    floor: 850,
    bays: { cx: 390, top: 438, w: 430, h: 412, band: 48, side: { w: 150, h: 266 } },
    hangings: [
      twig([[800, 354], [756, 366], [704, 358]], 10, 5) + sprig('amla', 714, 358, 0.48, -4),
      twig([[-16, 376], [24, 384], [64, 378]], 9, 5) + sprig('amla', 52, 378, 0.42, 5),
    ],
    things: [
      pouch(art('pouch-amla'), 390, 890, 436),
      basket(654, 946, 84),
      thali(120, 914, 88, heap(art('heap-amla'), 0, 9, 122)),
      lyingAmla(252, 938, 24, -12),
    ],
  });
