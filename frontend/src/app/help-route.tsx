import { useParams } from "react-router";
import { HelpCasePage } from "@/features/help/help-case-page";
import { HelpPage } from "@/features/help/help-page";
import { NotFoundPage } from "./static-pages";

/** /help: the reports to support; /help/:id: one of them. */
export function HelpRoute() {
  const { id } = useParams();
  if (id === undefined) return <HelpPage />;
  const number = Number(id);
  if (!Number.isSafeInteger(number) || number <= 0) return <NotFoundPage />;
  return <HelpCasePage key={number} id={number} />;
}
