// What a document loads first: the style of everything, and the little that decides when the shop itself begins.
import { comeAgain } from './start/come_again';
import { keepEarlyPress } from './start/early_press';
import './fonts/fonts.css';
import 'shared/tokens.css';
import './tokens.css';
import './base.css';
import { recoverLostSheets } from './start/lost_sheets';
import { untilLoaded } from './start/until_loaded';

/** How often the shop is asked for before a reload is tried: three and a half seconds of waiting. */
const TRIES = 4;
/** A shopper can read meanwhile, but not yet press anything. */
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
  // Running the scripts and taking the page over are two tasks, between which a tap is answered.
  setTimeout(() => shop.openShop(place, giveEarlyPress));
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

function listed(value = ''): string[] {
  return value.split(' ').filter(Boolean);
}

/** What would be found one after the other is fetched side by side. */
function preload(link: Partial<HTMLLinkElement>): void {
  // The origin's own mode, which is also that of the shop's calls: another would fetch everything twice.
  document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '', ...link }));
}
