import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Booking } from "@/api/types";
import { latinDigits } from "@/i18n/digits";
import { Money } from "@/ui/money";
import { SlideToConfirm } from "@/ui/slide-to-confirm";
import { PhotoStep } from "./photo-step";
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
      return <Passage booking={booking} at="start" act={act} />;
    case "STARTED":
      return <Passage booking={booking} at="reach" act={act} />;
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

interface PassageProps extends StageActionProps {
  at: "start" | "reach";
}

/** Setting off or ending: slid across once the photo is there and the code is typed, where they are asked. */
function Passage({ booking, at, act }: PassageProps) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const context = booking.app_category;
  const kind = at === "start" ? "pickup" : "deliver";
  const taken = at === "start" ? booking.pickup_image_url : booking.deliver_image_url;
  const photoMissing = booking.needs_image === kind;
  const asksForCode = booking.otp_at === at;

  const missing = (): string | undefined => {
    if (photoMissing) return t("errors.image_required");
    return asksForCode && code.length !== CODE_LENGTH ? t("driver.code_first") : undefined;
  };

  return (
    <div className={classes.choice}>
      {photoMissing || taken ? <PhotoStep booking={booking} kind={kind} taken={taken} /> : null}
      {asksForCode ? (
        <TextInput
          className={classes.code ?? ""}
          label={t("driver.code")}
          description={t("driver.code_hint", { context })}
          inputMode="numeric"
          autoComplete="off"
          dir="ltr"
          maxLength={CODE_LENGTH}
          value={code}
          onChange={(event) => setCode(latinDigits(event.currentTarget.value).replace(/\D/g, ""))}
        />
      ) : null}
      <SlideToConfirm
        label={t(at === "start" ? "driver.start_trip" : "driver.end_trip", { context })}
        onConfirm={() => act(at, asksForCode ? { otp: code } : {})}
        disabledReason={missing()}
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
