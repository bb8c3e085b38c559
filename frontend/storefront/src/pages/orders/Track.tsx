import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { FormRefusal } from 'shared/forms/FormRefusal';
import { usePageHead } from '../../navigation/use_page_head';
import { ordersWords } from '#words/orders';
import button from 'shared/ui/button.module.css';
import { Field } from 'shared/ui/Field';
import form from 'shared/ui/form.module.css';
import { OrderView } from './OrderView';
import { trackOrder } from '../../api/client';
import { shopperMessage } from '../../api/errors';
import type { Order } from '../../api/types';
import { useForm } from '../../forms/use_form';
import { notifyError } from '../../messages/notify';
import { inPlace } from '../../navigation/RouteChange';
import { paths } from '../../paths';
import { checkTracking, sentTracking, trackingFields } from '../../rules/tracking';
import type { Proof } from './CancelOrReturnDialog';
import styles from './orders.module.css';

const texts = ordersWords;

/** Finds an order by its number and the mobile number on it. */
export function Track() {
  usePageHead(texts.trackTitle, texts.trackIntro);
  const { form: place, control, onSubmit, refusal, sending, found, setOrder } = useTracking();
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.words}>
        <h1>{texts.trackTitle}</h1>
        <p>{texts.trackIntro}</p>
      </div>
      <form
        ref={place}
        className={`${form.card} ${styles.form}`}
        // The page is prerendered. Before the script is loaded, a form with this method submits nowhere, so that no error page opens and
        // the mobile number is not put into the URL.
        method="dialog"
        noValidate
        onSubmit={onSubmit}
      >
        <Field
          {...control('orderNumber')}
          label={texts.numberLabel}
          hint={texts.numberHint}
          autoComplete="off"
        />
        <Field
          {...control('mobilenumber')}
          label={texts.mobileLabel}
          hint={texts.mobileHint}
          autoComplete="tel-national"
          type="tel"
          inputMode="numeric"
        />
        <FormRefusal refusal={refusal} />
        <button type="submit" className={button.primary} aria-disabled={sending || undefined}>
          {sending ? texts.tracking : texts.track}
        </button>
      </form>
      {found && (
        <OrderView
          key={found.answers}
          order={found.order}
          proof={found.proof}
          takesFocus
          onChange={setOrder}
        />
      )}
    </div>
  );
}

/** A found order, and the proof it was found by. */
interface Found {
  order: Order;
  proof: Proof;
  /** The number of answers. The focus moves to the order on each. */
  answers: number;
}

function next(order: Order, proof: Proof) {
  return (before: Found | undefined): Found => ({ order, proof, answers: (before?.answers ?? 0) + 1 });
}

/** The end of links in mails: `#VM-261123-7K3QX/6a3b-00c0ffee`. Browsers do not send the part after `#` to servers. */
const LINK = /^#([^/]+)\/([0-9a-f-]+)$/i;

/**
 * The form that finds an order. The order number is in the URL. The mobile number stays on this page, because it lets others act for the
 * shopper. A mail link needs neither.
 */
function useTracking() {
  const navigate = useNavigate();
  const [, linked = '', token = ''] = LINK.exec(useLocation().hash) ?? [];
  const asked = useSearchParams()[0].get('order') ?? linked;
  const [values, setValues] = useState({ orderNumber: asked, mobilenumber: '' });
  const place = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<Found>();
  const [read, setRead] = useState(asked);
  if (read !== asked) {
    setRead(asked);
    if (asked !== found?.order.orderNumber) {
      setValues({ ...values, orderNumber: asked });
      setFound(undefined);
    }
  }

  // The page is prerendered, so shoppers on slow phones may type before the script is loaded. Their text is kept.
  useLayoutEffect(() => {
    const early = new FormData(place.current ?? undefined);
    const typed = trackingFields.map((field) => [field, early.get(field)]).filter(([, value]) => value);
    if (typed.length > 0) setValues((current) => ({ ...current, ...Object.fromEntries(typed) }));
  }, []);

  useEffect(() => {
    if (!token) return undefined;
    let isWanted = true;
    trackOrder({ orderNumber: linked, token }).then(
      (order) => isWanted && setFound(next(order, { token })),
      () => isWanted && notifyError(texts.linkFailed),
    );
    return () => {
      isWanted = false;
    };
  }, [linked, token]);

  const tracked = useForm({
    fields: trackingFields,
    values,
    setField: (field, value) => setValues((current) => ({ ...current, [field]: value })),
    check: checkTracking,
    async send(typed) {
      const tracking = sentTracking(typed);
      const order = await trackOrder(tracking);
      setFound(next(order, { mobilenumber: tracking.mobilenumber ?? '' }));
      navigate(paths.trackOf(order.orderNumber), { replace: true, state: inPlace });
    },
    refusalOf: shopperMessage,
    refusedFor: { NOT_FOUND: () => texts.noSuchOrder },
  });

  return {
    ...tracked,
    form: place,
    found,
    /** Replaces the order with its current state. */
    setOrder: (order: Order) => setFound((current) => current && { ...current, order }),
  };
}
