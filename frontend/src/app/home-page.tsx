import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { publicSettingsQuery } from "@/api/catalogue";
import { useViewer } from "@/api/session";
import { Hero } from "@/features/home/hero";
import { Product } from "@/features/home/product";
import { loadForm } from "@/i18n/setup";
import { lazy } from "@/ui/lazy";
import { PlainLink } from "@/ui/plain-button";
import { AfterFirstPaint, useHydrated, useLastRole } from "./first-paint";
import classes from "./home-page.module.css";
import { lazyPage } from "./lazy-page";

const HomeBooking = lazyPage(async () => {
  const [{ BookHere }, { restoreDraft }] = await Promise.all([
    import("./book-here"),
    import("@/features/booking/draft-store"),
  ]);
  await restoreDraft();
  return BookHere;
}, loadForm);

// Lazy, because it is far below the first view.
const MobileApp = lazy(async () => ({
  default: (await import("@/features/home/mobile-app")).MobileApp,
}));

function BookingSpace() {
  const { t } = useTranslation();
  return (
    <div className={classes.space} role="status">
      <span className="hx-visually-hidden">{t("home.booking_loading")}</span>
    </div>
  );
}

/** Home: the booking form for riders, admins and visitors, only the slogan for drivers and fleet admins. */
export function HomePage() {
  const { t } = useTranslation();
  const viewer = useViewer();
  const lastRole = useLastRole();
  const navigate = useNavigate();
  const { data: settings } = useQuery(publicSettingsQuery());
  const hydrated = useHydrated();
  // The generic text, until settings and translations are loaded, and on the prepared page.
  const context = hydrated ? settings?.app_category : undefined;
  const role = viewer.role ?? (viewer.state === "loading" ? lastRole : null);

  return (
    <>
      {role === "driver" || role === "fleetadmin" ? (
        <Hero
          small
          title={t("home.slogan_driver")}
          lead={t(role === "driver" ? "home.slogan_driver_lead" : "home.slogan_lead")}
          action={
            <PlainLink to={role === "driver" ? "/bookings" : "/dashboard"} look="lamp">
              {t(role === "driver" ? "home.to_console" : "home.to_dashboard")}
            </PlainLink>
          }
        />
      ) : (
        <Hero
          title={t("home.slogan", { context })}
          lead={t("home.slogan_lead", { context })}
          panel={(stage, showStage) => (
            <AfterFirstPaint before={<BookingSpace />}>
              <HomeBooking
                stage={stage}
                onStage={showStage}
                viewer={viewer}
                onMustLogin={() => void navigate("/login", { state: { from: "/" } })}
              />
            </AfterFirstPaint>
          )}
        />
      )}
      <Product context={context} />
      <AfterFirstPaint before={null}>
        <MobileApp settings={settings} />
      </AfterFirstPaint>
    </>
  );
}
