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

/** What must be there before a page can be shown. */
const startLoads = [loadCart, loadReviews];

/** Shows the shop in this element, or takes over what was drawn there ahead; tells when it answers to a press. */
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
  // As a transition React takes the page over in slices, between which a tap is answered.
  else startTransition(() => void hydrateRoot(root, shop));
}

/** Stands beside the page, so that it is there when the page is. Only then other tabs matter. */
function Opened({ onOpen }: { onOpen: () => void }) {
  useEffect(() => {
    onOpen();
    followSession();
    document.addEventListener('visibilitychange', followSession);
  }, [onOpen]);
  return null;
}
