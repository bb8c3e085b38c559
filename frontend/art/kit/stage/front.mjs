// The front picture: a pack and a heap of its powder on a sweep of paper in the product's tint.
import { P } from '../geom.mjs';
import { arch } from '../print.mjs';

const W = 1000;
const H = 1250;

const mixed = (a, b, t) =>
  `#${[1, 3, 5]
    .map((i) =>
      Math.round(
        Number.parseInt(a.slice(i, i + 2), 16) * (1 - t) + Number.parseInt(b.slice(i, i + 2), 16) * t,
      ),
    )
    .map((n) => n.toString(16).padStart(2, '0'))
    .join('')}`;

function defs(tint) {
  const deep = mixed(tint, '#4A2208', 0.32);
  return (
    `<defs><linearGradient id="bg" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${mixed(tint, '#ffffff', 0.12)}"/>` +
    `<stop offset=".62" stop-color="${tint}"/><stop offset=".74" stop-color="${mixed(tint, deep, 0.35)}"/><stop offset="1" stop-color="${tint}"/></linearGradient>` +
    '<radialGradient id="sp" cx=".36" cy=".3" r=".75"><stop offset="0" stop-color="#fff" stop-opacity=".55"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>' +
    '<filter id="gr" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency=".8" numOctaves="2" seed="4"/>' +
    '<feColorMatrix values="0 0 0 0 .2  0 0 0 0 .12  0 0 0 0 .05  0 0 0 1 -.5"/></filter>' +
    '<linearGradient id="fg" x1="0" y1="0" x2="0" y2="1"><stop offset=".5" stop-color="#fff"/><stop offset=".78" stop-color="#000"/></linearGradient>' +
    `<mask id="fade"><rect width="${W}" height="${H}" fill="url(#fg)"/></mask><filter id="bl"><feGaussianBlur stdDeviation="30"/></filter></defs>`
  );
}

const beams = [0, 1].map((i) => `<path d="M${-120 + i * 260} -60h150l520 ${H}h-150Z" fill="#fff"/>`).join('');

/* Where the pack and the heap stand, by kind: x, y, height, width by height. */
const PLACES = {
  pouch: { pack: [480 - (500 * 1060) / 1360, 84, 1060, 1100 / 1360], heap: [612, 962] },
  box: { pack: [-34, 82, 1040, 1300 / 1180], heap: [96, 1000] },
};

/** The picture as SVG: { svg, w, h }. pack, heap: addresses of their pictures. */
export function frontCard(p, pack, heap) {
  const {
    pack: [x, y, height, aspect],
    heap: [hx, hy],
  } = PLACES[p.kind];
  const paper = P(`M0 0H${W}V${H}H0Z`, 'url(#bg)');
  const window = P(
    arch(840, 1000, { foils: 4, rise: 0.44 }),
    mixed(p.bg, '#fff4dc', 0.42),
    ' transform="translate(500 88)"',
  );
  const content =
    `${defs(p.bg)}${paper}<g mask="url(#fade)"><g opacity=".6">${window}</g></g>${P(`M0 0H${W}V${H}H0Z`, 'url(#sp)')}` +
    `<g style="mix-blend-mode:soft-light" mask="url(#fade)" opacity=".6"><g filter="url(#bl)">${beams}</g></g>` +
    `<image href="${pack}" x="${x}" y="${y}" height="${height}" width="${height * aspect}"/>` +
    `<image href="${heap}" x="${hx}" y="${hy}" height="222" width="${(222 * 760) / 430}"/>` +
    `<rect width="${W}" height="${H}" filter="url(#gr)" opacity=".16" style="mix-blend-mode:multiply"/>`;
  return { svg: `<svg width="${W}" height="${H}" viewBox="0 0 ${W} ${H}">${content}</svg>`, w: W, h: H };
}
