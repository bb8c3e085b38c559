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
  /** The data of the logged-in account. */
  resource: Resource<T>;
  /** The texts for visitors and for a failure. */
  loginFirst: string;
  failed: string;
  /** The parts that can be shown before the data arrives. They are prerendered, so they show before scripts load. */
  ahead?: ReactNode;
  children: (data: T) => ReactNode;
}

/** A page of the logged-in account, or a notice for visitors. */
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
      {/* Rendered for everyone until the server has told who is logged in. If it came later, it would push the page down. */}
      {own.kind !== 'visitor' && <AccountNav />}
      {own.kind === 'there'
        ? children(own.data)
        : (own.kind === 'coming' && ahead) || (
            <Absent kind={own.kind} loginFirst={loginFirst} failed={failed} onRetry={again} />
          )}
    </div>
  );
}
