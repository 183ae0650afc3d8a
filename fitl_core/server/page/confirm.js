/** The page that confirms a mail address: only then messages about turns go to it. */

import { mailLink } from "./mail_link.js";
import { say } from "./say.js";

mailLink({
  path: "confirm",
  title: say("confirm.title"),
  heading: say("confirm.heading"),
  act: say("confirm.confirm"),
  about: (place) => say("confirm.about", { ...place }),
  done: (place) => [say("confirm.confirmed", { ...place })],
});
