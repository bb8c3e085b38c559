import { Link, useParams } from 'react-router';
import { usePageHead } from '../../navigation/use_page_head';
import { ordersWords } from '#words/orders';
import { paths } from '../../paths';
import { ownOrder } from '../../stores/own_orders';
import button from 'shared/ui/button.module.css';
import { Icon } from '../../ui/Icon';
import { Absent } from './Absent';
import { OrderView } from './OrderView';
import styles from './orders.module.css';
import { useOwn } from '../../stores/use_own';

const texts = ordersWords;
const byLogin = {};

/** An order of the logged-in account. */
export function OwnOrder() {
  usePageHead(texts.orderTitle, texts.orderIntro);
  const { id: orderNumber = '' } = useParams();
  const { own, setData, again } = useOwn(ownOrder, orderNumber);
  return (
    <div className={`wrap ${styles.page}`}>
      <div className={styles.words}>
        <h1>{texts.orderTitle}</h1>
        {own.kind === 'there' && (
          <Link className={`${button.quiet} ${styles.back}`} to={paths.account}>
            <Icon name="left" size={20} />
            {texts.allOrders}
          </Link>
        )}
      </div>
      {own.kind === 'there' ? (
        <OrderView order={own.data} proof={byLogin} onChange={setData} />
      ) : (
        <Absent
          kind={own.kind}
          orderNumber={orderNumber}
          loginFirst={texts.loginFirst}
          failed={texts.failed}
          onRetry={again}
        />
      )}
    </div>
  );
}
