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

/** An order for whoever knows its number and the mobile number on it. */
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
        // The page is drawn ahead. Pressed before the script has come, a form of this method goes nowhere: not to an error
        // page, nor with the mobile number into an address.
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

/** An order that was found, and what it was found by. */
interface Found {
  order: Order;
  proof: Proof;
  /** Counts the answers: each is what the shopper wants to hear of next. */
  answers: number;
}

function next(order: Order, proof: Proof) {
  return (before: Found | undefined): Found => ({ order, proof, answers: (before?.answers ?? 0) + 1 });
}

/** `#VM-261123-7K3QX/6a3b-00c0ffee`, as links in mails end: no server is sent what stands behind a `#`. */
const LINK = /^#([^/]+)\/([0-9a-f-]+)$/i;

/**
 * The form that finds an order. The order's number stands in the address; the mobile number is nowhere but on this page,
 * because with it anybody could act for the shopper. The link of a mail needs neither.
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

  // The page is drawn ahead: a slow phone's shopper types before the script has come, and goes on typing.
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
    /** Shows the order as it stands since. */
    setOrder: (order: Order) => setFound((current) => current && { ...current, order }),
  };
}
