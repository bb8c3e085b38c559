import { shop, when } from '#content/shop';
import { footerWords } from '#words/footer';
import { Outline } from 'shared/ui/Outline';
import type { Network } from '../content/shop_facts';
import styles from './SocialLinks.module.css';

const outlines: Record<Network, string> = {
  instagram:
    'M7.5 3.5h9a4 4 0 0 1 4 4v9a4 4 0 0 1-4 4h-9a4 4 0 0 1-4-4v-9a4 4 0 0 1 4-4zM12 15.8a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6zM16.8 7.2h.01',
  facebook:
    'M14 21v-7.5h2.8l.5-3.4H14V8.2c0-1.1.5-1.8 1.9-1.8h1.6V3.3C14 2.6 10.6 4 10.6 7.7v2.4H7.6v3.4h3V21',
  youtube: 'M5.5 5.5h13a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-13a3 3 0 0 1-3-3v-7a3 3 0 0 1 3-3zM10.2 9v6l5-3z',
};

const networks = Object.keys(outlines) as Network[];

/** Links to the shop in social networks. */
export function SocialLinks() {
  return (
    <ul className={styles.list}>
      {networks.map((network) =>
        when(
          shop.social[network].href,
          <li key={network}>
            <a
              href={shop.social[network].href}
              aria-label={footerWords.elsewhere(footerWords.networks[network])}
              rel="noreferrer"
            >
              <Outline path={outlines[network]} size={24} />
            </a>
          </li>,
          null,
        ),
      )}
    </ul>
  );
}
