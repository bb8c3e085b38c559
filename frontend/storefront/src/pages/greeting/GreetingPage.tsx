import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { shop, when } from '#content/shop';
import { formatWeekday } from 'shared/rules/moment';
import { usePageHead } from '../../navigation/use_page_head';
import { generalWords } from '#words/general';
import { greetingWords } from '#words/greeting';
import { paths } from '../../paths';
import { useSession } from '../../stores/session';
import button from 'shared/ui/button.module.css';
import { celebrate } from './celebrate';
import styles from './GreetingPage.module.css';

/** The page that thanks the shopper for an order. */
export default function GreetingPage() {
  const texts = greetingWords;
  usePageHead(texts.heading, texts.delivery);
  // Read from the history state, so that a reload keeps it.
  const { orderNumber, latestOn }: { orderNumber?: unknown; latestOn?: unknown } = useLocation().state ?? {};
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => (canvas.current ? celebrate(canvas.current) : undefined), []);

  return (
    <div className={`wrap ${styles.greeting}`}>
      <canvas ref={canvas} className={styles.confetti} aria-hidden="true" />
      <img src="/favicon.svg" alt="" width={104} height={104} />
      <h1>{texts.heading}</h1>
      {typeof orderNumber === 'string' && (
        <p className={styles.number}>
          {texts.orderNumber} <b>{orderNumber}</b>
        </p>
      )}
      <p>{texts.delivery}</p>
      {typeof latestOn === 'string' && <p>{texts.promised(formatWeekday(latestOn))}</p>}
      <p>{texts.receipt}</p>
      <p className={styles.ways}>
        <Link className={button.primary} to={paths.home}>
          {generalWords.continueShopping}
        </Link>
        {typeof orderNumber === 'string' && <Follow orderNumber={orderNumber} />}
      </p>
      <p className={styles.help}>
        {texts.help} {when(shop.phone.display, <a href={shop.phone.href}>{shop.phone.display}</a>, null)}{' '}
        {when(shop.mail.display, <a href={shop.mail.href}>{shop.mail.display}</a>, null)}
      </p>
    </div>
  );
}

/** The link to the order: on the account page for logged-in shoppers, else on the tracking page. */
function Follow({ orderNumber }: { orderNumber: string }) {
  const isLoginUser = useSession((state) => state.isLoginUser);
  return (
    <Link className={button.outline} to={isLoginUser ? paths.order(orderNumber) : paths.trackOf(orderNumber)}>
      {greetingWords.follow}
    </Link>
  );
}
