import { G, P } from '../../kit/geom.mjs';
import { plants } from '../../kit/botany.mjs';
import { plantColours } from '../../kit/palette.mjs';
import { buta, rosette, strip } from '../../kit/print.mjs';
import { niche, ogee } from '../arches.mjs';
import { ajrakh } from '../cloths.mjs';
import { toran } from '../garland.mjs';
import { rootBundle } from '../produce.mjs';
import { box, heap } from '../sprites.mjs';
import { fibres, hung, sheet, wall, wallClip, windowLight } from '../stage.mjs';
import { mortar } from '../vessels.mjs';

const c = {
  wall: '#EED9AE',
  wallInk: '#B4673F',
  niche: '#F0BE55',
  band: '#2C5638',
  trim: '#F0B63A',
  trim2: '#A5301F',
  panel: '#F8EBD2',
};
const cloth = { cloth: '#93291A', trim: '#E9A820', trim2: '#1C2B4F', panel: '#F8EBD2' };

/** A botanical print in a wooden frame, hung from a nail. */
function print(x, y, w, h, turn) {
  const k = Math.min((w * 0.7) / 234, (h * 0.76) / 408);
  const plant = G(
    plants.ashwagandha(plantColours.ashwagandha),
    `translate(${-k * 201} ${h * 0.49 - k * 200}) scale(${k})`,
  );
  const frame = (inset, fill) =>
    P(`M${-w / 2 + inset} ${inset}h${w - 2 * inset}v${h - 2 * inset}h${-w + 2 * inset}Z`, fill);
  const b = w * 0.055;
  const cord = `<path d="M${-w * 0.3} 4L0 ${-w * 0.24}L${w * 0.3} 4" fill="none" stroke="#6B3F20" stroke-width="2.6"/><circle cy="${-w * 0.24}" r="4.4" fill="#3B2412"/>`;
  const mitre = [[-1, 0], [1, 0], [-1, 1], [1, 1]]
    .map(
      ([sx, sy]) =>
        `<path d="M${(sx * w) / 2} ${sy * h}l${-sx * b} ${sy ? -b : b}" stroke="#2E1809" stroke-width="1.2"/>`,
    )
    .join('');
  const edges =
    G(
      strip(w - 2 * b - 20, b * 0.9, 'leher', { a: '#A5301F', b: '#E9A820' }),
      `translate(${-w / 2 + b + 10} ${b + 10})`,
    ) +
    G(
      strip(w - 2 * b - 20, b * 0.9, 'leher', { a: '#A5301F', b: '#E9A820' }),
      `translate(${-w / 2 + b + 10} ${h - b * 1.9 - 10})`,
    );
  return G(
    cord +
      frame(0, '#4B2A14') +
      frame(2, '#7C4B26') +
      frame(b * 0.55, '#9A6236') +
      frame(b * 0.8, '#4B2A14') +
      mitre +
      frame(b, '#F7EBD0') +
      edges +
      `<circle cy="${h * 0.46}" r="${w * 0.3}" fill="#E9B34C" opacity=".5"/>` +
      plant,
    `translate(${x} ${y}) rotate(${turn} 0 ${-w * 0.24})`,
  );
}

const kharal = (art, x, y, r) => mortar(x, y, r, heap(art('heap-ashwagandha'), -r * 0.06, r * 0.18, r * 1.5));

function scene({ w, h, floor, arch, hangings, garland, things }) {
  const motif = G(buta(34, c.trim, c.band, c.panel), 'translate(0 17)');
  return sheet({
    w,
    h,
    defs: wallClip(w, floor),
    layers: [
      wall({ w, floor, colour: c.wall, ink: c.wallInk, opacity: 0.13 }),
      niche({
        ...arch,
        outline: ogee,
        colours: c,
        motif: rosette(arch.band * 0.25, c.trim, c.panel, c.band, 8),
        hollow: true,
        inside: '',
      }),
      G(hangings.map((s) => hung(s, 10, 12, 0.34)).join('') + hung(garland, 8, 12, 0.3), '', ' clip-path="url(#wall)"'),
      windowLight({ w, floor, strength: 0.5, dusk: 0.8 }),
      fibres(w, floor),
      ajrakh({ w, h, floor, c: cloth }),
      ...things,
    ],
  });
}

export const wide = (art) =>
  scene({
    w: 1600,
    h: 680,
    floor: 552,
    arch: { cx: 1236, top: 132, w: 420, h: 420, band: 54 },
    hangings: [print(822, 190, 226, 308, -1.4)],
    garland: toran([[700, 2], [924, 2], [1148, 2], [1372, 2], [1596, 2]], { drop: 22, size: 66, leaves: 6 }),
    things: [box(art('box-ashwagandha'), 1214, 590, 392), kharal(art, 1478, 644, 76), rootBundle(742, 612, 0.82, -3)],
  });

export const tall = (art) =>
  scene({
    w: 780,
    h: 975,
    floor: 846,
    arch: { cx: 480, top: 400, w: 420, h: 446, band: 52 },
    hangings: [print(124, 470, 178, 244, -1.4)],
    garland: '',
    things: [box(art('box-ashwagandha'), 464, 892, 398), kharal(art, 694, 946, 66), rootBundle(16, 914, 0.62, -3)],
  });
