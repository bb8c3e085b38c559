import type { ReactNode } from 'react';
import { usePageHead } from '../../navigation/use_page_head';
import { ALL, type Resource } from '../../stores/resource';
import { useOwn } from '../../stores/use_own';
import { Absent } from '../orders/Absent';
import orders from '../orders/orders.module.css';
import { AccountNav } from './AccountNav';

interface AccountSectionProps<T> {
  title: string;
  intro: string;
  /** What only the account that is logged in is told. */
  resource: Resource<T>;
  /** Why the shopper should log in, and what is said when it does not come. */
  loginFirst: string;
  failed: string;
  /** What of it can be shown before it has come, the same way: then it is seen before the shop's script is there. */
  ahead?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A page of the account that is logged in, or what stands there while nobody is. */
export function AccountSection<T>(props: AccountSectionProps<T>) {
  const { title, intro, resource, loginFirst, failed, ahead, children } = props;
  usePageHead(title, intro);
  const { own, again } = useOwn(resource, ALL);
  return (
    <div className={`wrap ${orders.page}`}>
      <div className={orders.words}>
        <h1>{title}</h1>
        <p>{intro}</p>
      </div>
      {/* It is drawn for everybody, before the server has said who it is: what came later would push the page down. */}
      {own.kind !== 'visitor' && <AccountNav />}
      {own.kind === 'there'
        ? children(own.data)
        : (own.kind === 'coming' && ahead) || (
            <Absent kind={own.kind} loginFirst={loginFirst} failed={failed} onRetry={again} />
          )}
    </div>
  );
}
