// node icons.mjs    -> public/favicon.svg, favicon-32.png, apple-touch-icon.png, logo.svg, icons/{192,512,maskable-512}.png
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { scallops, seal, sprout } from './kit/print.mjs';
import { publicFile } from './publish.mjs';

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

const png = (drawing, side, file) =>
  sharp(Buffer.from(drawing), { density: (72 * side) / BOX })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toFile(publicFile(file));

await mkdir(publicFile('icons'), { recursive: true });
await writeFile(publicFile('favicon.svg'), smallSeal);
await writeFile(publicFile('logo.svg'), fullSeal);
await png(smallSeal, 32, 'favicon-32.png');
await png(onPaper, 180, 'apple-touch-icon.png');
await png(fullSeal, 192, 'icons/icon-192.png');
await png(fullSeal, 512, 'icons/icon-512.png');
await png(maskable, 512, 'icons/icon-maskable-512.png');
