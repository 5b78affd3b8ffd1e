import type { LanguageTexts } from '../language-texts.ts';

export const english: LanguageTexts = {
  locale: 'en-GB',
  direction: 'ltr',
  labels: {
    home: 'Home',
    latest: 'Latest news',
    related: 'Related stories',
    about: 'About us',
    feed: 'News feed',
    published: 'Published',
    desk: 'News desk',
    demoNotice:
      'This is an invented demo item of the Tidings demo newsroom. The people, places, companies and events in it do not exist.',
    wire: 'Meridian Wire',
    wireCredit: ' ({wire})',
    dateline: '{city} ({wire}) – ',
    sections: { economy: 'Business', city: 'Cities', science: 'Science', culture: 'Culture', sport: 'Sport' },
  },
  names: {
    shared: {
      cities: ['Velmaro', 'Korindo', 'Sennavi', 'Tallome', 'Brelomi', 'Pellaru', 'Dunkeri', 'Zameku'],
      women: ['Lira Temano', 'Mirela Koste', 'Sana Belloru', 'Tiena Varo', 'Joska Lindeno', 'Noemi Draskove'],
      men: ['Davor Simelo', 'Ruben Okasi', 'Teodor Malve', 'Kasper Nuvolo', 'Emil Tarrande', 'Pavel Oriso'],
      companies: ['Solvanto', 'Keplano', 'Nexoru', 'Marivo', 'Tundero', 'Belkasu'],
      films: ['The Salt Lantern', 'Nine Ferries North', 'A Winter of Swallows'],
    },
    local: {
      cities: ['Port Alder', 'Northmoor', 'Whinby', 'Castle Ferrow', 'Saltmere'],
      women: ['Hester Quillan', 'Imogen Farrowby', 'Priya Wendlecote'],
      men: ['Alban Thorncroft', 'Gareth Oxmere', 'Samuel Pennistone'],
      companies: ['Alderline', 'Whinstone Group', 'Ferrow & Sons', 'Blue Heron'],
      films: ['The Tidekeeper', 'Small Hours on Mill Lane', 'Marram'],
    },
  },
  money: (millions, pool) => (pool === 'shared' ? `${millions} million crowns` : `£${millions} million`),
  closings: [
    'We will report further in the evening edition.',
    'More information is expected in the coming days.',
    'Pictures and background can be found in the weekend edition.',
    'Our reporters are still on the spot and will follow the story.',
    'The news desk takes readers’ questions on this subject until Friday.',
  ],
  stories: {
    harbour: {
      headlines: [
        '{city} approves {money} harbour expansion',
        'Harbour expansion in {city} to create {hundreds} jobs',
        '{company} wins contract to extend the port of {city}',
      ],
      leads: [
        'The council of {city} has approved the long-debated expansion of the harbour. The work will cost {money} and is due to be finished in {year}.',
        'After two years of hearings, {city} is to get a larger harbour: the authorities gave the green light on Thursday for a project worth {money}.',
      ],
      body: [
        'The plan adds a deep-water quay and {tens} hectares of storage space. Once it is open, the port expects to handle {thousands} more containers a month.',
        '“Ships are getting longer, and our quays are not,” said {woman}, director of the port authority. She added that freight traffic had grown by {percent} per cent over the past year.',
        'The construction company {company} will carry out the dredging and build the quay walls. It says that {hundreds} permanent jobs will be created on the site.',
        'Fishing crews fear that the dredging could disturb the spawning grounds in the bay. The authority has promised to stop work during the spring season and to publish water samples every week.',
        'A new freight railway is meant to take lorries off the coastal road, where queues at the harbour gate have become a daily sight.',
      ],
    },
    cars: {
      headlines: [
        'Government sets aside {money} for electric car subsidies',
        'Electric car subsidies extended until {year}',
        '{company} welcomes new subsidies for new-energy vehicles',
      ],
      leads: [
        'Buyers of electric and other new-energy vehicles will go on receiving a subsidy until {year}. The government has set aside {money} for the programme.',
        'The subsidy for new-energy vehicles is to be extended: ministers agreed on a package of {money} that also pays for charging points.',
      ],
      body: [
        'Sales of new-energy vehicles rose by {percent} per cent in the last quarter. Dealers say that small family cars in particular are in demand.',
        'Transport minister {woman} said that {thousands} applications had been received since the spring. “People are ready to change if the price is right,” she said.',
        'Another {hundreds} charging stations are to be built, most of them along trunk roads and in small towns around {city}.',
        'The carmaker {company} announced that it would lower the price of its cheapest battery model. It makes the car at its plant in {city}.',
        'Consumer groups warned that the subsidy should not end up as a higher list price, and asked for the rules to be checked every six months.',
      ],
    },
    chips: {
      headlines: [
        'Chip exports rise {percent} per cent to {money}',
        '{company} to build new chip plant in {city}',
        'Strong demand lifts semiconductor exports',
      ],
      leads: [
        'Exports of semiconductors rose by {percent} per cent last month and reached {money}, according to figures released by the customs office.',
        'Demand for memory chips and sensors has pushed semiconductor exports to {money}, an increase of {percent} per cent over the same month last year.',
      ],
      body: [
        'The manufacturer {company} confirmed that it would build another plant in {city}. Production is to start in {year} and will employ {hundreds} people.',
        'Chips now account for {tens} per cent of all exports of the electronics industry. Orders from data centres have grown faster than those from makers of phones.',
        '“The order books are full well into next year,” said {woman}, who heads the trade association. Skilled workers, not machines, were now the bottleneck, she added.',
        'Analyst {man} warned against too much optimism. New export licences could slow down deliveries, he said, and stocks at some customers were higher than they looked.',
        'Universities in the region are setting up new courses in chip design, supported by a fund of the industry.',
      ],
    },
    football: {
      headlines: [
        '{city} beat {city2} {goals}–{goalsAgainst} to reach cup final',
        'Cup: {man} sends {city} into the final',
        '{city} through to the football cup final after win over {city2}',
      ],
      leads: [
        '{city} are in the final of the football cup. In front of {thousands} spectators they beat {city2} {goals}–{goalsAgainst} on Wednesday evening.',
        'A goal in the {tens}th minute opened the way: {city} defeated {city2} {goals}–{goalsAgainst} in the semi-final of the football cup.',
      ],
      body: [
        'Striker {man} put his side ahead in the {tens}th minute, turning in a low cross from the left. It was his fifth goal in this cup season.',
        '{city2} had more of the ball after the break but found no way past a deep and patient defence. Two late corners came to nothing.',
        '“We ran for each other until the very end,” said coach {woman}. Her team has not lost a home match since the autumn.',
        'The final will kick off at {hour}:00 next Saturday. Tickets go on sale on Monday, and the club has asked fans not to queue overnight.',
        'Away supporters stayed in the stand long after the whistle and were applauded by the home crowd.',
      ],
    },
    comet: {
      headlines: [
        'New comet visible to the naked eye from {hour}:00',
        'Astronomers in {city} discover bright comet',
        'Comet to return only in {thousands} years',
      ],
      leads: [
        'A newly discovered comet can be seen with the naked eye this week. It stands low in the west from about {hour}:00, the observatory in {city} reports.',
        'Astronomers at the observatory of {city} have discovered a comet that is growing brighter by the day. It will pass the Earth at a distance of {tens} million kilometres.',
      ],
      body: [
        'The comet was found by {woman}, who was in fact looking for small asteroids. “I checked the images three times before I called anyone,” the astronomer said.',
        'At its closest, the comet will be {tens} million kilometres away. There is no danger to the Earth.',
        'Calculations show that it needs about {thousands} years for one orbit around the Sun. Nobody has ever written down its last visit.',
        'The observatory opens its dome to the public on Friday. {hundreds} people have already registered, and a second evening is planned.',
        'Binoculars are enough to make out the tail. Experts recommend a dark spot outside the city and a clear view of the western horizon.',
      ],
    },
    rice: {
      headlines: [
        'Rice prices up {percent} per cent',
        'Government to release {thousands} tonnes of rice from reserves',
        'Price of rice climbs again in {city}',
      ],
      leads: [
        'The wholesale price of rice has risen by {percent} per cent within a month. At the central market in {city}, traders speak of the tightest supply in years.',
        'To calm the market, the government will release {thousands} tonnes of rice from the state reserve. Prices in {city} had risen by {percent} per cent within a month.',
      ],
      body: [
        'A dry spring and late rain cut the harvest in several provinces. Stocks held by wholesalers would last for about {tens} days, the agriculture ministry says.',
        '“Growers see little of the higher price,” said {woman}, head of the growers’ association. Fertiliser and diesel had become dearer at the same time, she said.',
        'Food inflation stood at {percent2} per cent last month. Economists expect rice to add to it until the new harvest comes in.',
        'Several supermarket chains have limited sales to two bags a customer. School canteens are switching to noodles on two days a week.',
        'The cooking-oil and noodle markets remained calm, and importers report that ships with rice are already on the way.',
      ],
    },
    metro: {
      headlines: [
        '{city} opens new metro line',
        'New metro line in {city} to carry {thousands} passengers a day',
        '{city} metro: {tens} kilometres of new track by {year}',
      ],
      leads: [
        'The first train left at {hour}:00: {city} has opened a new metro line that links the old town with the northern suburbs.',
        'The new metro line in {city} has been officially opened. The operator expects {thousands} passengers a day on the {tens}-kilometre route.',
      ],
      body: [
        'Construction cost {money}, slightly more than planned. Groundwater under the old town had held up the tunnelling machines for months.',
        '“This line will shorten many people’s day by an hour,” said mayor {woman}, who took the first train. All stations have lifts and tactile paving.',
        'The trains, built by {company}, run without a driver. On weekdays there is one every four minutes.',
        'A second section is to follow by {year}. The route past the university hospital has not yet been settled.',
        'Shopkeepers along the route, who had lived with fences for years, are to receive help from a fund of the city.',
      ],
    },
    museum: {
      headlines: [
        'New museum opens in {city}',
        'Museum in {city} shows {hundreds} exhibits for the first time',
        'Maritime museum of {city} opens after {money} building work',
      ],
      leads: [
        'After five years of building, the new museum in {city} has opened its doors. It shows {hundreds} exhibits, many of them for the first time.',
        '{city} has a new landmark: the museum on the waterfront was opened on Sunday. The building cost {money}.',
      ],
      body: [
        'Director {woman} wants the house to be open to everybody. Admission is free on the first Sunday of each month, and labels are kept short.',
        'The building was designed by the architect {man}. Daylight enters only through the roof, so that old maps and textiles are protected.',
        'About {tens} per cent of the collection comes from local finds. The oldest piece is a fishing weight made of stone.',
        'The museum expects {thousands} visitors in its first year. For the opening weekend, all time slots were booked within a day.',
        'A workshop lets visitors watch restorers at work, and children can build a model boat of their own.',
      ],
    },
    vaccine: {
      headlines: [
        'Vaccine trial: {company} reports {share} per cent protection',
        'New vaccine enters final trial with {thousands} volunteers',
        'Vaccine against lung fever shows good results in trial',
      ],
      leads: [
        'A new vaccine against lung fever protected {share} per cent of those vaccinated in a large trial. The manufacturer {company} released the figures on Tuesday.',
        'The vaccine trial of the company {company} has entered its last phase. {thousands} volunteers are taking part, and first results are promising.',
      ],
      body: [
        'The study was carried out at {tens} hospitals. Half of the volunteers received a placebo; neither they nor their doctors knew who got what.',
        'Side effects were mostly mild: {percent} per cent of the vaccinated reported fever that lasted no longer than a day.',
        '“The results are clear, but we need to know how long the protection lasts,” said {woman}, who leads the study at the university hospital of {city}.',
        'The regulator intends to examine the data as quickly as possible. Approval is possible in {year}.',
        'Public-health experts want to know whether the doses can be stored in ordinary refrigerators, which would make supply to rural clinics much easier.',
      ],
    },
    floods: {
      headlines: [
        'Floods in {city}: {thousands} people evacuated',
        'Heavy rain floods {city}, {tens} roads closed',
        'River bursts its banks near {city}',
      ],
      leads: [
        'After heavy rain, the river near {city} has burst its banks. {thousands} people had to leave their homes during the night.',
        'Parts of {city} are under water. {hundreds} millimetres of rain fell within two days, more than is usual in a whole month.',
      ],
      body: [
        'The authorities have closed {tens} roads. Trains are running on one track only, and schools will stay shut until the end of the week.',
        '“The dyke is holding, and we are watching it every hour,” said mayor {woman}. She asked people not to go near the river to take photographs.',
        'Volunteers filled sandbags through the night. Emergency shelters have been set up in sports halls, and there is enough drinking water.',
        'The government has promised {money} in emergency aid. Applications can be made from Monday at any town hall.',
        'Forecasters expect the rain to ease tomorrow. The water level is likely to stay high for several days.',
      ],
    },
    film: {
      headlines: [
        '“{film}” wins film festival in {city}',
        'Main prize of the {city} film festival goes to {woman}',
        '{city} film festival ends with a surprise winner',
      ],
      leads: [
        'The film “{film}” by director {woman} has won the main prize at the film festival in {city}.',
        'Surprise at the end of the film festival in {city}: the jury gave the main prize to “{film}”, the first feature film of director {woman}.',
      ],
      body: [
        '{tens} films from all over the world were in the competition. The audience award went to a documentary about lighthouse keepers.',
        'The decision was unanimous, said {man}, who chaired the jury. The film trusted its pictures and did not explain too much, he said.',
        'The story follows two sisters who take over a ferry that nobody seems to need any more. It was shot in one winter, with a crew of twelve.',
        'The organisers sold {thousands} tickets, {percent} per cent more than last year. Many screenings were also shown in the open air.',
        'The winning film will be in cinemas this autumn; several broadcasters are said to be interested in the rights.',
      ],
    },
    aiRules: {
      headlines: [
        'New rules for artificial intelligence from {year}',
        'AI rules: fines of up to {percent} per cent of turnover',
        'Parliament passes law on artificial intelligence',
      ],
      leads: [
        'Parliament has passed rules for artificial intelligence. From {year}, companies must label texts and pictures that were made by a machine.',
        'The use of artificial intelligence is to be regulated more strictly. Companies that break the new rules face fines of up to {percent} per cent of their turnover.',
      ],
      body: [
        'Systems that decide on loans, jobs or medical treatment must be checked by independent experts before use. The results have to be published.',
        '“People have a right to know whether they are talking to a machine,” said {woman}, the minister for digital affairs.',
        'The ministry received {hundreds} submissions on the draft. Researchers obtained an exception for open scientific projects.',
        'The software company {company} called the rules strict but clear. Small firms will have an advice centre in {city} to turn to.',
        'Civil-rights groups are not satisfied: the exceptions for the police went too far, they say, and were worded too vaguely.',
      ],
    },
    interestRate: {
      headlines: [
        'Central bank cuts interest rate to {rate} per cent',
        'Interest rate falls to {rate} per cent',
        'Central bank sees inflation at {percent2} per cent',
      ],
      leads: [
        'The central bank has lowered its key interest rate by a quarter of a point to {rate} per cent. It was the second cut this year.',
        'Borrowing becomes cheaper: at its meeting in {city} the central bank decided to cut the key interest rate to {rate} per cent.',
      ],
      body: [
        'The bank now expects inflation of {percent2} per cent for this year. Rents and food remain the main drivers of prices.',
        '“The direction is right, but we are not there yet,” governor {woman} told reporters. Decisions would be taken from meeting to meeting, she said.',
        'The currency lost a little ground after the decision, and shares of building companies rose. Bond yields hardly moved.',
        'Economist {man} expects another cut in the spring, provided that wages do not rise faster than {percent} per cent.',
        'Banks are likely to pass the cut on to savers sooner than to borrowers, consumer advocates warned.',
      ],
    },
  },
};
