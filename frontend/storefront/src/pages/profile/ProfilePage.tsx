import { type ReactNode, Suspense, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '../../paths';
import { latePart } from '../../start/load_part';
import { Addresses } from './Addresses';
import { Details } from './Details';
import { MyData } from './MyData';

const MyReviews = latePart(() => import('./MyReviews'));

const sections: ReadonlyMap<string, ReactNode> = new Map([
  [paths.profile('addresses'), <Addresses key="addresses" />],
  [paths.profile('details'), <Details key="details" />],
  [
    paths.profile('reviews'),
    <Suspense key="reviews" fallback={null}>
      <MyReviews />
    </Suspense>,
  ],
  [paths.profile('data'), <MyData key="data" />],
]);

/** What an account keeps of its shopper, who changes it here, takes it along or has it deleted. */
export default function ProfilePage() {
  const section = sections.get(useLocation().pathname);
  const navigate = useNavigate();
  useEffect(() => {
    // An address that leads nowhere; the orders stand where the account begins.
    if (!section) navigate(paths.account, { replace: true });
  }, [section, navigate]);
  return section;
}
