// The icons: favicon, logo, touch and launcher icons.
import { scallops, seal, sprout } from './kit/print.mjs';

const NEEL = '#1c2b4f';
const KHADI = '#f8eed9';
const HALDI = '#e7a51f';
const BOX = 112;

const short = (svg) => svg.replace(/-?\d+\.\d{3,}/g, (n) => String(Math.round(Number(n) * 100) / 100));

const svg = (content) =>
  short(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-BOX / 2} ${-BOX / 2} ${BOX} ${BOX}">${content}</svg>`,
  );

const fullSeal = svg(seal(50, NEEL, KHADI, HALDI));

// In a tab the seal is 16 pixels wide: no ring, and the sprout as large as the disc allows.
const smallSeal = svg(scallops(50, NEEL) + sprout(64, KHADI, HALDI));

const ground = `<path fill="${KHADI}" d="M${-BOX / 2} ${-BOX / 2}h${BOX}v${BOX}h${-BOX}z"/>`;
const dark = `<path fill="${NEEL}" d="M${-BOX / 2} ${-BOX / 2}h${BOX}v${BOX}h${-BOX}z"/>`;

// iOS fills holes with black and rounds the corners itself.
const onPaper = svg(ground + seal(44, NEEL, KHADI, HALDI));

// A launcher may cut off everything outside the inner 80 per cent.
const maskable = svg(
  dark + `<circle r="43" fill="none" stroke="${HALDI}" stroke-width="1.6"/>` + sprout(54, KHADI, HALDI),
);

const icon = (name, drawing, side) => ({
  name,
  source: 'icons.mjs',
  draw: () => Buffer.from(drawing),
  ...(side ? { icon: { side, density: (72 * side) / BOX } } : { asDrawn: 'svg' }),
});

/** The seal wherever browsers and launchers show it. */
export const icons = [
  icon('favicon', smallSeal),
  icon('logo', fullSeal),
  icon('favicon-32', smallSeal, 32),
  icon('apple-touch-icon', onPaper, 180),
  icon('icons/icon-192', fullSeal, 192),
  icon('icons/icon-512', fullSeal, 512),
  icon('icons/icon-maskable-512', maskable, 512),
];
