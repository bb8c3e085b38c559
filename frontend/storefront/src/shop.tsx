import { StrictMode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { Boundary } from './chrome/Boundary';
import { BrokenShop } from './chrome/BrokenShop';
import { Layout } from './chrome/Layout';
import { ShopRouter } from './navigation/ShopRouter';
import { preloadWith } from './navigation/preload';
import { loadPage, PageRoutes } from './routes';
import { followOtherTabs, loadCart } from './stores/cart';
import { followSession } from './stores/follow_session';
import { loadReviews } from './stores/reviews';

/** The loads that all pages wait for. */
const startLoads = [loadCart, loadReviews];

/** Renders the shop into this element, or hydrates prerendered markup. `onOpen` is called once it handles events. */
export function openShop(root: HTMLElement, onOpen: () => void): void {
  history.scrollRestoration = 'manual';
  loadPage(window.location.pathname);
  preloadWith(loadPage);
  followOtherTabs();
  const shop = (
    <StrictMode>
      <Boundary instead={<BrokenShop />}>
        <ShopRouter>
          <Layout startLoads={startLoads}>
            <PageRoutes />
            <Opened onOpen={onOpen} />
          </Layout>
        </ShopRouter>
      </Boundary>
    </StrictMode>
  );
  if (!root.hasChildNodes()) createRoot(root).render(shop);
  // As a transition React hydrates in slices, so that taps are handled in between.
  else startTransition(() => void hydrateRoot(root, shop));
}

/** A sibling of the page that mounts with it. It then follows the session of other tabs. */
function Opened({ onOpen }: { onOpen: () => void }) {
  useEffect(() => {
    onOpen();
    followSession();
    document.addEventListener('visibilitychange', followSession);
  }, [onOpen]);
  return null;
}
