import { Suspense, useSyncExternalStore } from 'react';
import type { Payment } from '../../api/types';
import { paymentWords } from '#words/payment';
import { ownUpiOf, payPage, upiLinkOf } from '../../rules/payment_life';
import { latePart } from '../../start/load_part';
import button from 'shared/ui/button.module.css';
import styles from './PaymentPage.module.css';

const texts = paymentWords;
const UpiCode = latePart(() => import('./UpiCode'));
/** Matches phones, which have UPI apps and cannot scan their own screen. */
const PHONE = '(pointer: coarse)';

/** The ways to pay: a UPI app, a QR code for it, or the provider's page. */
export function WaysToPay({ payment }: { payment: Payment }) {
  const isPhone = useSyncExternalStore(watchPointer, () => matchMedia(PHONE).matches);
  const upiLink = upiLinkOf(payment);
  const page = payPage(payment);
  const address = ownUpiOf(payment);
  return (
    <div className={styles.ways}>
      {upiLink &&
        (isPhone ? (
          <a className={button.primary} href={upiLink}>
            {texts.upiOnPhone}
          </a>
        ) : (
          <figure className={styles.scan}>
            <Suspense fallback={<div className={styles.code} />}>
              <UpiCode link={upiLink} />
            </Suspense>
            <figcaption>{texts.upiOnScreen}</figcaption>
          </figure>
        ))}
      {address && <p className={styles.hint}>{texts.upiByHand(address, payment.orderNumber)}</p>}
      {page && (
        <>
          <a className={button.primary} href={page} rel="noreferrer">
            {payment.state === 'declined' ? texts.tryAgain : texts.toProvider}
          </a>
          <p className={styles.hint}>{texts.toProviderHint}</p>
        </>
      )}
    </div>
  );
}

function watchPointer(onChange: () => void): () => void {
  const query = matchMedia(PHONE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
