// The picture that a shared link shows: the seal, the name, three packs.
import { G } from '../kit/geom.mjs';
import { seal, strip } from '../kit/print.mjs';
import { foiled, niche, sun } from './arches.mjs';
import { flowerBand } from './cloths.mjs';
import { sprig } from './produce.mjs';
import { box, heap, pouch } from './sprites.mjs';
import { fibres, hung, sheet, wall, wallClip, windowLight } from './stage.mjs';
import { thali } from './thali.mjs';

const W = 1200;
const H = 630;
const FLOOR = 524;
const c = {
  wall: '#E7A51F',
  wallInk: '#B9761A',
  niche: '#FBF0D8',
  band: '#1C2B4F',
  trim: '#F0B63A',
  trim2: '#B5391F',
  panel: '#F8EBD2',
  cloth: '#9C2F1C',
};
const NEEL = '#14203F';

const text = (y, size, content, fill, more = '') =>
  `<text x="300" y="${y}" text-anchor="middle" font-size="${size}" fill="${fill}"${more}>${content}</text>`;

export function share(art) {
  const arch = { cx: 850, top: 132, w: 520, h: 392, band: 54 };
  return sheet({
    w: W,
    h: H,
    defs: wallClip(W, FLOOR),
    layers: [
      wall({ w: W, floor: FLOOR, colour: c.wall, ink: c.wallInk }),
      niche({
        ...arch,
        outline: foiled,
        colours: c,
        inside: sun({ cx: arch.cx, cy: arch.top + 220, r: 192, reach: 262, colour: '#F0B84A' }),
      }),
      G(hung(sprig('karela', 1150, -30, 0.56, -4, -1)), '', ' clip-path="url(#wall)"'),
      windowLight({ w: W, floor: FLOOR, strength: 0.4 }),
      fibres(W, FLOOR),
      flowerBand({ w: W, h: H, floor: FLOOR, c }),
      pouch(art('pouch-moringa'), 1018, 548, 330),
      box(art('box-ashwagandha'), 722, 552, 300),
      pouch(art('pouch-karela'), 866, 566, 384, '16px 5px 16px rgba(30,12,2,.5)'),
      thali(1100, 578, 76, heap(art('heap-karela'), 0, 8, 106)),
      G(seal(72, '#1C2B4F', '#F8EBD2', '#F0B63A'), 'translate(300 136)'),
      text(298, 92, 'Vanmool', NEEL, ' font-family="Rozha One" letter-spacing="3"'),
      text(368, 54, 'वनमूल', '#8E2A1A', ' font-family="Rozha One"'),
      G(strip(250, 20, 'leher', { a: '#8E2A1A', b: '#8E2A1A' }), 'translate(175 392)'),
      text(456, 28, 'Herbal powders, stone-milled in Surat', NEEL, ' font-family="Anek Latin" font-weight="560"'),
    ],
  });
}
