// The first script of a document: the base styles, and the code that starts the shop.
import { comeAgain } from './start/come_again';
import { keepEarlyPress } from './start/early_press';
import './fonts/fonts.css';
import 'shared/tokens.css';
import './tokens.css';
import './base.css';
import { recoverLostSheets } from './start/lost_sheets';
import { untilLoaded } from './start/until_loaded';

/** The number of loads of the shop before a reload is tried: three and a half seconds of waiting. */
const TRIES = 4;
/** The longest wait for pictures. The shopper can read meanwhile, but not press anything. */
const LONGEST_WAIT_MS = 1000;

for (const kind of ['error', 'unhandledrejection', 'lostpart'])
  window.addEventListener(
    kind,
    (event) =>
      void import('./client_errors').then(
        ({ tell }) => tell(event),
        () => {},
      ),
  );
recoverLostSheets();
const root = document.getElementById('root');
if (!root) throw new Error('the document has no #root');
const giveEarlyPress = keepEarlyPress(root);
if (root.hasChildNodes()) afterFirstPaint(() => void begin(root));
else void begin(root);

async function begin(place: HTMLElement): Promise<void> {
  delete place.dataset.drawn;
  for (const href of listed(place.dataset.modules)) preload({ rel: 'modulepreload', href });
  for (const href of listed(place.dataset.calls)) preload({ rel: 'preload', as: 'fetch', href });
  const shop = await untilLoaded(() => import('./shop'), TRIES).catch(() => comeAgain(place));
  if (!shop) return;
  // A separate task, so that taps are handled between running the scripts and the hydration.
  setTimeout(() => shop.openShop(place, giveEarlyPress));
}

/**
 * Runs a function after the prerendered page is painted, with its first picture if that loads in time. Scripts then do not compete with
 * them. A background tab paints nothing, so it runs at once.
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

function listed(value = ''): string[] {
  return value.split(' ').filter(Boolean);
}

/** Fetches resources in parallel that would otherwise be found one after the other. */
function preload(link: Partial<HTMLLinkElement>): void {
  // The CORS mode of the shop's own calls. Another mode would fetch everything twice.
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...link }));
}
