/**
 * Concepts of life at home that the other lists lack: trouble in the house, kinds of food and
 * leisure, feelings. A line each, in the format of `CONCEPTS`. Written for this, without sight of
 * any set of utterances.
 */
export const HOME_CONCEPTS: string = `
power_cut power_outage blackout no_electricity tripped_breaker fuse_box blown_fuse 停电 跳闸 断电 保险丝 电闸 空开 发电机
thermostat_setting eco_mode away_mode ecobee heating_schedule frost_protection 温控器 离家模式 节能模式 恒温器
smart_home home_assistant smartthings homekit smart_plug smart_plugs zigbee alexa google_home 智能家居 米家 智能插座 小爱同学 天猫精灵 全屋智能
lighting_scene movie_mode good_night_scene leaving_home i'm_home party_mode reading_mode 观影模式 回家模式 睡眠模式 我回来了 我出门了 阅读模式
water_filter tap_water water_purifier drinking_fountain water_softener 净水器 饮水机 自来水 滤芯 桶装水 直饮
dust_mites bedbugs bed_bugs wasps wasp_nest termites rats moths fruit_flies pest_control exterminator 螨虫 臭虫 马蜂窝 白蚁 飞蛾 果蝇 除虫 灭蟑 灭鼠 蜈蚣
baking_bread sourdough bagel croissant croissants muffins brownies cupcakes scones pie_crust buttercream baking_powder baking_soda 酸种 可颂 吐司 马芬 曲奇 戚风 奶油霜 泡打粉 烤面包 蛋挞 司康
breakfast_foods porridge oatmeal granola waffles cornflakes muesli toast_and_eggs 燕麦粥 油条 包子 小笼包 稀饭 粥 煎蛋 豆浆油条
seafood salmon shrimp prawns lobster oysters tuna_steak squid scallops 三文鱼 龙虾 小龙虾 螃蟹 大闸蟹 生蚝 鱿鱼 扇贝 带鱼 鲈鱼
spicy chilli sichuan_pepper hot_sauce jalapeno sriracha 辣椒 花椒 老干妈 微辣 不要辣 麻辣 豆瓣酱 中辣
ice_cream gelato chocolate candy popcorn marshmallow dessert_recipe milkshake 冰淇淋 雪糕 巧克力 糖果 爆米花 布丁 双皮奶 芋圆 糖水
food_safety expired_food food_poisoning best_before gone_off mouldy_bread safe_to_eat shelf_life 过期食品 变质 保质期 还能吃吗 馊了 食品安全 隔夜菜
family_tree genealogy ancestors ancestry surname 族谱 家谱 祖先 姓氏 祖籍
teenager teenagers adolescence puberty screen_time parental_controls parenting 青少年 青春期 叛逆 家长控制 防沉迷 屏幕时间 亲子
pocket_money allowance_for_kids chore_chart 零花钱 压岁钱 零用钱
bullying bullied cyberbullying school_bully 霸凌 校园欺凌 被欺负 欺凌
baby_name baby_names naming_a_baby name_for_my_daughter name_for_our_son 宝宝名字 起个名字 取个名
cat_behaviour hairball purring scratching_post catnip kitten_care 猫薄荷 毛球 猫乱抓 发情 猫抓 猫尿
dog_training obedience_training house_training potty_train_the_puppy dog_trainer sit_and_stay 训犬 训狗 定点上厕所 拆家 护食 狗狗训练
aquarium_fish betta guppies tropical_fish koi algae_in_the_tank fish_food 热带鱼 斗鱼 锦鲤 孔雀鱼 换水 鱼食 养鱼 龙鱼
lawn_care mow lawnmower turf leaf_blower rake_the_leaves hedge_trimmer 割草机 草坪 修草 除草机 扫落叶
vegetable_garden raised_bed tomato_plants compost grow_vegetables planting_season herb_garden zucchini_plants 种番茄 种菜 菜地 堆肥 种辣椒 种黄瓜 菜园
mental_load overwhelm procrastinate procrastination procrastinating motivation unmotivated laziness 拖延 拖延症 没动力 摆烂 躺平 提不起精神 犯懒
self_confidence self-confidence shy shyness social_anxiety imposter_syndrome insecure 自信 自卑 社恐 内向 不自信 社交恐惧
anger_management lose_my_temper short-tempered irritated 发脾气 暴躁 控制情绪 易怒
nutrition_label vitamin_d iron_deficiency calcium omega-3 multivitamin 维生素d 缺铁 补钙 鱼油 缺钙 微量元素 复合维生素
contraception birth_control ovulation fertility menopause period_cramps pms tampon 避孕 排卵 排卵期 更年期 痛经 卫生巾 备孕 试管
hearing hearing_aid earache ear_infection tinnitus 助听器 耳鸣 耳朵疼 中耳炎 听力下降
sunburnt heatstroke dehydration dehydrated frostbitten 晒伤 中暑 脱水 冻伤
posture standing_desk ergonomic eye_strain carpal_tunnel sciatica slipped_disc 久坐 坐姿 颈椎 颈椎病 腰椎 驼背 腰间盘 鼠标手 眼疲劳
hiking_safety altitude_sickness bear_spray snake_bite compass_bearing 高反 高原反应 蛇咬 失温
martial_arts karate judo taekwondo kung_fu jiu-jitsu muay_thai self-defence 武术 空手道 柔道 跆拳道 功夫 散打 咏春 泰拳
skating ice_skating rollerblades skateboard figure_skating ice_rink 滑冰 溜冰 轮滑 滑板 花样滑冰 冰场
anime_manga manga one_piece naruto comic_book comics graphic_novel cosplay 漫画 海贼王 火影 柯南 动漫展 漫展 番剧 追番
magic_tricks card_trick magician 魔术 变魔术 魔术师 杂技
stamp_collecting coin_collection collectibles antiques trading_cards pokemon_cards 集邮 收藏品 古董 手办 盲盒 钱币收藏
drums saxophone flute ukulele trumpet harmonica cello music_theory metronome sight-reading 架子鼓 萨克斯 笛子 尤克里里 口琴 葫芦丝 节拍器 乐理 考级 电子琴
snow_day black_ice icy_roads shovel_the_snow snow_chains winter_storm 结冰路面 铲雪 扫雪 路滑 除冰 防滑链
drought water_shortage heat_warning tornado cyclone landslide tsunami evacuation_route 干旱 龙卷风 泥石流 山体滑坡 海啸 飓风 抗旱
public_holiday bank_holiday christmas easter thanksgiving halloween spring_festival lunar_new_year mid-autumn_festival ramadan diwali hanukkah 春节 中秋 中秋节 端午 端午节 国庆节 元宵 清明节 元旦 圣诞节 感恩节 万圣节 除夕 法定节假日 五一假期 过年
`;
