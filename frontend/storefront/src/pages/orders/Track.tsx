import { FormRefusal } from 'shared/forms/FormRefusal';
import { usePageHead } from '../../navigation/use_page_head';
import { ordersWords } from '#words/orders';
import button from 'shared/ui/button.module.css';
import { Field } from 'shared/ui/Field';
import form from 'shared/ui/form.module.css';
import { OrderView } from './OrderView';
import styles from './orders.module.css';
import { useTracking } from './use_tracking';

const texts = ordersWords;

/** An order for whoever knows its number and the mobile number on it. */
export function Track() {
  usePageHead(texts.trackTitle, texts.trackIntro);
  const { control, onSubmit, refusal, sending, found, setOrder } = useTracking();
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.words}>
        <h1>{texts.trackTitle}</h1>
        <p>{texts.trackIntro}</p>
      </div>
      <form className={`${form.card} ${styles.form}`} method="post" noValidate onSubmit={onSubmit}>
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
        <FormRefusal refusal={refusal} className={styles.refusal} />
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
