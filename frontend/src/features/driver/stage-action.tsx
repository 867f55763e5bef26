import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { Money } from "@/ui/money";
import { SlideToConfirm } from "@/ui/slide-to-confirm";
import classes from "./trip-panel.module.css";
import type { Deed } from "./use-deed";

interface StageActionProps {
  booking: Booking;
  act: (action: Deed["action"], body?: Deed["body"]) => Promise<unknown>;
}

const CODE_LENGTH = 5;

/** The one big thing to do next, by the state of the trip. */
export function StageAction({ booking, act }: StageActionProps) {
  const { t } = useTranslation();
  switch (booking.status) {
    case "ACCEPTED":
      return <OneButton label={t("driver.arrived")} onPress={() => act("arrive")} />;
    case "ARRIVED":
      return <StartTrip asksForCode={booking.otp_required} act={act} />;
    case "STARTED":
      return <SlideToConfirm label={t("driver.end_trip")} onConfirm={() => act("reach")} />;
    case "REACHED":
      return <TakeMoney booking={booking} act={act} />;
    default:
      return null;
  }
}

function OneButton({ label, onPress }: { label: string; onPress: () => Promise<unknown> }) {
  const [working, setWorking] = useState(false);
  const press = () => {
    setWorking(true);
    onPress()
      .catch(() => undefined)
      .finally(() => setWorking(false));
  };
  return (
    <Button variant="lamp" size="xl" fullWidth loading={working} onClick={press}>
      {label}
    </Button>
  );
}

interface StartTripProps {
  asksForCode: boolean;
  act: StageActionProps["act"];
}

function StartTrip({ asksForCode, act }: StartTripProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const missing = asksForCode && code.length !== CODE_LENGTH;
  return (
    <div className={classes.choice}>
      {asksForCode ? (
        <TextInput
          className={classes.code ?? ""}
          label={t("driver.code")}
          description={t("driver.code_hint")}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={CODE_LENGTH}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, ""))}
        />
      ) : null}
      <SlideToConfirm
        label={t("driver.start_trip")}
        onConfirm={() => act("start", asksForCode ? { otp: code } : {})}
        {...(missing ? { disabledReason: t("driver.code_first") } : {})}
      />
    </div>
  );
}

function TakeMoney({ booking, act }: StageActionProps) {
  const { t } = useTranslation();
  const wantsWallet = booking.payment_mode === "wallet";
  return (
    <div className={classes.choice}>
      <div className={classes.due}>
        <span>{t("driver.to_pay")}</span>
        <strong>
          <Money amount={booking.payable_amount} />
        </strong>
      </div>
      <Button
        variant={wantsWallet ? "default" : "lamp"}
        size="xl"
        fullWidth
        onClick={() => void act("collect-cash").catch(() => undefined)}
      >
        {t("driver.cash_collected")}
      </Button>
      <Button
        variant={wantsWallet ? "lamp" : "default"}
        size="xl"
        fullWidth
        onClick={() => void act("request-payment").catch(() => undefined)}
      >
        {t("driver.request_payment")}
      </Button>
    </div>
  );
}
