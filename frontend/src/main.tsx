import { StrictMode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { Layout } from './chrome/Layout';
import { PageRoutes, preloadPage } from './routes';
import { followOtherTabs, loadCart } from './stores/cart';
import { loadReviews } from './stores/reviews';
import './fonts/fonts.css';
import './tokens.css';
import './base.css';

/** What must be there before a page can be shown. */
const startLoads = [loadCart, loadReviews];

history.scrollRestoration = 'manual';
preloadPage(window.location.pathname);
followOtherTabs();

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
const shop = (
  <StrictMode>
    <BrowserRouter>
      <Layout startLoads={startLoads}>
        <PageRoutes />
      </Layout>
    </BrowserRouter>
  </StrictMode>
);
if (root.hasChildNodes()) {
  // As a transition React takes the page over in slices, between which a tap is answered.
  afterFirstPaint(() => startTransition(() => void hydrateRoot(root, shop)));
} else createRoot(root).render(shop);

/** What was drawn is seen before it is taken over; a tab in the background paints nothing. */
function afterFirstPaint(takeOver: () => void): void {
  if (document.visibilityState === 'hidden') takeOver();
  else requestAnimationFrame(() => setTimeout(takeOver));
}
