// What a document loads first: the style of everything, and the little that decides when the shop itself begins.
import './fonts/fonts.css';
import './tokens.css';
import './base.css';

/** A shopper can read meanwhile, but not yet press anything. */
const LONGEST_WAIT_MS = 1000;

const root = document.getElementById('root');
if (!root) throw new Error('the document has no #root');
if (root.hasChildNodes()) afterFirstPaint(() => void begin(root));
else void begin(root);

async function begin(place: HTMLElement): Promise<void> {
  preload(place.dataset.modules?.split(' ') ?? []);
  const { openShop } = await import('./shop');
  openShop(place);
}

/**
 * What was drawn ahead is seen before scripts compete with it, the first picture too if it comes in time. A tab in the
 * background paints nothing.
 */
function afterFirstPaint(act: () => void): void {
  if (document.visibilityState === 'hidden') act();
  else
    requestAnimationFrame(() =>
      setTimeout(async () => {
        await firstPictures();
        act();
      }),
    );
}

async function firstPictures(): Promise<void> {
  const pictures = document.querySelectorAll<HTMLImageElement>('img[fetchpriority="high"]');
  const decoded = Promise.allSettled([...pictures].map((picture) => picture.decode()));
  const late = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  await Promise.race([decoded, late]);
}

/** Fetches side by side what would be found one after the other. */
function preload(modules: readonly string[]): void {
  for (const href of modules) {
    const link = Object.assign(document.createElement('link'), {
      rel: 'modulepreload',
      href,
      crossOrigin: '',
    });
    document.head.append(link);
  }
}
